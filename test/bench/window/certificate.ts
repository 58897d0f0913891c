import { join } from "node:path";
import { run } from "../../host/processes.ts";

/** A certificate for 127.0.0.1 and its key, made in a folder for this run alone. Rejects where openssl is missing. */
export async function certificate(folder: string): Promise<{ key: string; cert: string }> {
  const made = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
  const { code, stderr } = await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
    ...["-keyout", made.key, "-out", made.cert],
  ]).catch(() => ({ code: -1, stderr: "there is no openssl" }));
  if (code !== 0) throw new Error(`No certificate for the host's fetch could be made: ${stderr.trim()}`);
  return made;
}
