// Tests each file of the folder `files`: it is validated, planned, applied and imported into. The service already has
// some of the connections in other spellings.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SecondService } from "../support/secondService.ts";
import { ShellFolder } from "../support/shell.ts";

const folder = join(import.meta.dirname, "files");

describe("a realistic connection file", () => {
  for (const name of readdirSync(folder))
    it(`is accepted by validate, plan, apply and import: ${name}`, async (t) => {
      const service = await new SecondService().start(t);
      const existing = [
        service.keep("bank.example", "compliance", { status: "AUTHENTICATED" }),
        service.keep("helpdesk.example", "support"),
        service.keep("bücher.example", "travel", { record_session: true }),
        service.keep("straße.example.", "Travel"),
        service.keep("Wiki.example", "équipe"),
      ];
      const shell = new ShellFolder(t, service);
      const text = readFileSync(join(folder, name), "utf8");
      // Windows editors add a byte order mark and carriage returns, which the repository's files don't have.
      const before = name.startsWith("windows-") ? `\uFEFF${text.replaceAll("\n", "\r\n")}` : text;
      shell.write(name, before);

      const valid = await shell.runAlone(["validate", name]);
      assert.deepEqual([valid.exit, valid.stderr], [0, ""]);

      const plan = await shell.run(["plan", name, "--prune"]);
      assert.ok(plan.exit === 0 || plan.exit === 2, plan.stderr);
      await shell.expect(0, ["apply", name, "--yes", "--prune"]);
      await shell.expect(0, ["plan", name, "--prune"]);
      assert.equal(service.changes.length > 0, plan.exit === 2, "the plan shows what is sent");
      const loggedIn = service.connections.find(({ id }) => id === existing[0]?.id);
      assert.ok(loggedIn, "a login that may be the only one is kept");

      await shell.expect(0, ["import", name]);
      const comments = (of: string): readonly string[] => of.match(/\/\/ .*|\/\*.*\*\//g) ?? [];
      assert.deepEqual(comments(shell.read(name)), comments(before));
      await shell.expect(0, ["plan", name]);
      const again = shell.read(name);
      await shell.expect(0, ["import", name]);
      assert.equal(shell.read(name), again, "a second import adds nothing");
    });
});
