// Tests that the agent skill names only tools, statuses, reasons and error codes that the extension has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { reauthReason } from "../src/editor/connections/shown/words/reauthWords.ts";
import { failureCause } from "../src/editor/connections/shown/words/failureWords.ts";
import { toolNames } from "../src/editor/words/contributions.ts";
import { root } from "./host/paths.ts";
import { negative } from "./support/reauthReasons.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const { contributes } = z
  .object({ contributes: z.object({ chatSkills: z.array(z.object({ path: z.string() })) }) })
  .parse(JSON.parse(read("package.json")));
const titles = z.record(z.string(), z.string()).parse(JSON.parse(read("package.nls.json")));

/** §2.1 and §3. */
const statuses = ["AUTHENTICATED", "NEEDS_AUTH", "IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"];
/** Fields of responses and inputs. */
const fields = ["id", "domain", "profile_name", "can_reauth_reason", "allowed_domains", "login_url"];

for (const { path } of contributes.chatSkills)
  describe(`the skill ${path}`, () => {
    const skill = read(path);
    const [, head = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(skill) ?? [];
    const named = [...body.matchAll(/`([^`\n]+)`/g)].map(([, word = ""]) => word);
    const isReason = (word: string): boolean => reauthReason(word).isKnown;

    it("is named after its folder and describes when to use it", () => {
      assert.match(head, new RegExp(`^name: ${basename(dirname(path))}$`, "m"));
      assert.match(head, /^description: .{40,1024}$/m);
    });

    it("has at most 120 lines", () => assert.ok(skill.trimEnd().split("\n").length <= 120));

    it("lists exactly the extension's tools", () =>
      assert.deepEqual([...new Set(skill.match(/\bmanaged_auth_\w+/g))].sort(), [...toolNames].sort()));

    it("lists every status and every reason that prevents a new login", () => {
      const missing = [...statuses, ...negative].filter((word) => !named.includes(word));
      assert.deepEqual(missing, []);
    });

    it("mentions only existing tools, statuses, fields, reasons and error codes", () => {
      const knownWords = new Set<string>([...toolNames, ...statuses, ...fields]);
      const unknown = named.filter(
        (word) => !knownWords.has(word) && !isReason(word) && failureCause(word) === undefined,
      );
      assert.deepEqual(unknown, []);
    });

    it("refers to commands by their exact titles", () => {
      const all = Object.values(titles).map((title) => `Managed Auth: ${title}`);
      const commands = [...skill.matchAll(/"(Managed Auth: [^"]+)"/g)].map(([, name = ""]) => name);
      assert.ok(commands.length > 0);
      for (const name of commands) assert.ok(all.includes(name), name);
    });
  });
