// Nobody can make us accept a certificate that the system does not: there is no option to, and no code that could.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "..");

/** Everything by which Node, undici, VS Code or Chromium is told to look away, or to trust somebody of our own. */
const lookingAway =
  /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|strictSSL|checkServerIdentity|requestTls|proxyTls|createSecureContext|setDefaultCACertificates|ignore-certificate|ALLOW_INSECURE|\bca:/i;

describe("certificates", () => {
  it("are never ignored", () => {
    const files = globSync(["src/**/*.ts", "package.json", "esbuild.mjs"], { cwd: root });
    assert.ok(files.length > 50);
    const found = files.filter((file) => lookingAway.test(readFileSync(join(root, file), "utf8")));
    assert.deepEqual(found, []);
  });

  for (const line of [
    `connect: { rejectUnauthorized: false }`,
    `process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";`,
    `settings.get("http.proxyStrictSSL")`,
    `new Pool(origin, { connect: { ca: readFileSync(file) } })`,
    `checkServerIdentity: () => undefined`,
  ])
    it(`would be found ignored by: ${line}`, () => assert.match(line, lookingAway));
});
