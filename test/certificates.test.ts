// Tests that neither an option nor code can make the extension accept a certificate that the system rejects.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "..");

/** Settings of Node.js, undici, VS Code and Chromium that skip certificate checks or add trusted authorities. */
const disabledChecks =
  /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|strictSSL|checkServerIdentity|requestTls|proxyTls|createSecureContext|setDefaultCACertificates|ignore-certificate|ALLOW_INSECURE|\bca:/i;

describe("certificate checks", () => {
  it("are never disabled in src, the manifest or the build", () => {
    const files = globSync(["src/**/*.ts", "package.json", "esbuild.mjs"], { cwd: root });
    assert.ok(files.length > 0);
    // The only allowed mention: the variable is recognized so that nothing is sent while it is set.
    const declaration = `export const tlsUncheckedCode = "NODE_TLS_REJECT_UNAUTHORIZED";\n`;
    // The command line's output about variables that Node.js itself reads.
    const helpLines = [
      "  NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA   certificates",
      "Set NODE_EXTRA_CA_CERTS if you trust the certificate.",
    ];
    const read = (file: string): string =>
      [declaration, ...helpLines].reduce(
        (text, one) => text.replace(one, ""),
        readFileSync(join(root, file), "utf8"),
      );
    const offenders = files.filter((file) => disabledChecks.test(read(file)));
    assert.deepEqual(offenders, []);
  });

  it("are detected as disabled if the code sets rejectUnauthorized to false", () =>
    assert.match(`connect: { rejectUnauthorized: false }`, disabledChecks));
});
