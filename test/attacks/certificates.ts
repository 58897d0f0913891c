import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../host/processes.ts";
import type { Launcher } from "../host/vscodeServer.ts";

/** The private key and certificate of a TLS server. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority that a test creates in its own folder with the system's `openssl`. */
export class Authority {
  readonly #folder: string;
  readonly #name: string;
  #count = 0;

  private constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Creates an authority. Throws if `openssl` is missing or fails. */
  static async make(folder: string, name: string): Promise<Authority> {
    await openssl([
      ...[
        "req",
        "-x509",
        ...newKey,
        "-keyout",
        join(folder, `${name}.key`),
        "-out",
        join(folder, `${name}.pem`),
      ],
      ...["-days", "2", "-subj", `/CN=${name}`, "-addext", "basicConstraints=critical,CA:TRUE"],
    ]);
    return new Authority(folder, name);
  }

  /** Path of the authority's certificate. */
  get file(): string {
    return join(this.#folder, `${this.#name}.pem`);
  }

  /** Issues a certificate for a host. A negative number of days makes the certificate an expired one. */
  async issue(host: string, days = 2): Promise<Identity> {
    const path = (kind: string): string => join(this.#folder, `${this.#name}-${this.#count}.${kind}`);
    this.#count += 1;
    const [key, request, cert] = [path("key"), path("csr"), path("crt")];
    await openssl([
      ...["req", ...newKey, "-keyout", key, "-out", request, "-subj", `/CN=${host}`],
      ...["-addext", `subjectAltName=DNS:${host}`],
    ]);
    await openssl([
      ...["x509", "-req", "-in", request, "-out", cert, "-CA", this.file],
      ...["-CAkey", join(this.#folder, `${this.#name}.key`), "-CAcreateserial"],
      ...["-days", String(days), "-copy_extensions", "copy"],
    ]);
    return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
  }
}

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** True if certificates can be created on this machine. */
export async function hasOpenssl(): Promise<boolean> {
  return openssl(["version"]).then(
    () => true,
    () => false,
  );
}

async function openssl(args: readonly string[]): Promise<void> {
  const { code, stderr } = await run("openssl", args);
  if (code !== 0) throw new Error(`openssl ${args[0] ?? ""} failed:\n${stderr}`);
}

/** Paths at which Linux distributions store the trusted certificates as one file. */
const bundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/**
 * Returns a launcher that starts a program in a file system of its own, in which the system also trusts this
 * authority. No other process is affected. Returns the reason as text if that isn't possible on this machine.
 */
export async function launcherTrusting(authority: Authority, folder: string): Promise<Launcher | string> {
  for (const bundle of bundles) {
    const trusted = await readFile(bundle, "utf8").catch(() => undefined);
    if (trusted === undefined) continue;
    const changed = join(folder, "bundle.crt");
    await writeFile(changed, trusted + (await readFile(authority.file, "utf8")));
    const script = `mount --bind "$0" "$1" && shift && exec "$@"`;
    const launcher = ["unshare", "--mount", "sh", "-c", script, changed, bundle] as const;
    const tried = await run(launcher[0], [...launcher.slice(1), "true"]).catch(() => undefined);
    return tried?.code === 0 ? launcher : "this system allows no mounts of a process's own (unshare)";
  }
  return "this system keeps its certificates where this test does not know";
}
