// Installation of Chromium: of several stages that start at the same time, only one calls the system's package
// manager.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";

const mayInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");
const script = `import { findOrInstall } from ${JSON.stringify(new URL("host/chromium.ts", import.meta.url))};
console.log((await findOrInstall()).split("/").at(-1));`;

describe("findOrInstall", { skip: mayInstall ? false : "nothing is installed but by root on Debian" }, () => {
  it("installs Chromium once for two processes that start together", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "chromium-test-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const [calls, program] = [join(folder, "calls"), join(folder, "chromium")];
    // Takes long enough that two processes would install at the same time.
    const aptGet = `#!/bin/sh
echo "$1" >> ${calls}
[ "$1" = install ] || exit 0
/bin/sleep 1
echo "#!/bin/sh" > ${program}
/bin/chmod 755 ${program}
`;
    writeFileSync(join(folder, "apt-get"), aptGet, { mode: 0o755 });
    const env = { PATH: folder, TMPDIR: folder, HOME: folder, CI: "true" };
    const stage = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
    const ends = await Promise.all([stage(), stage()]);
    for (const { stdout } of ends) assert.match(stdout, /chromium\n$/);
    assert.deepEqual(readFileSync(calls, "utf8").split("\n"), ["update", "install", ""]);
  });
});
