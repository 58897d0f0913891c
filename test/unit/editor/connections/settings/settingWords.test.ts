import assert from "node:assert/strict";
import { it } from "node:test";
import { settingWords } from "../../../../../src/editor/connections/settings/settings.ts";

it("a credential's long path leaves its provider to be seen", () => {
  const credential = { kind: "item", provider: "evil-vault", path: "x".repeat(300) } as const;
  assert.match(settingWords("credential", { credential }, []), /^x{200}… from provider evil-vault$/);
});
