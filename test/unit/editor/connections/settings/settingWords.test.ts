import assert from "node:assert/strict";
import { it } from "node:test";
import { formatSetting } from "../../../../../src/editor/connections/settings/settings.ts";

it("formatSetting shortens a long path but keeps its provider visible", () => {
  const credential = { kind: "item", provider: "evil-vault", path: "x".repeat(300) } as const;
  assert.match(formatSetting("credential", { credential }, []), /^x{200}… from provider evil-vault$/);
});
