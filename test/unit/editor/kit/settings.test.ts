import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { onDidChangeSetting, readSetting } from "../../../../src/editor/kit/settings.ts";
import { configure, reset } from "../../../doubles/vscode.ts";

beforeEach(reset);

describe("readSetting", () => {
  it("returns the user's value, or the default if none is set", () => {
    assert.equal(readSetting("managedAuth.notices"), "all");
    configure("managedAuth.notices", { globalValue: "badge" });
    assert.equal(readSetting("managedAuth.notices"), "badge");
  });

  it("returns the default for an invalid value", () => {
    for (const globalValue of ["ALL", "", 1, null, true, ["off"], { value: "off" }]) {
      configure("managedAuth.notices", { globalValue });
      assert.equal(readSetting("managedAuth.notices"), "all");
    }
  });

  it("ignores values in workspace settings", () => {
    configure("managedAuth.notices", { workspaceValue: "off" });
    assert.equal(readSetting("managedAuth.notices"), "all");
    configure("managedAuth.notices", { globalValue: "badge", workspaceValue: "off" });
    assert.equal(readSetting("managedAuth.notices"), "badge");
  });
});

it("onDidChangeSetting reports only changes to the given setting", () => {
  let changes = 0;
  const following = onDidChangeSetting("managedAuth.notices", () => (changes += 1));
  configure("managedAuth.results.column", { globalValue: "beside" });
  assert.equal(changes, 0);
  configure("managedAuth.notices", { globalValue: "off" });
  assert.equal(changes, 1);
  following.dispose();
  configure("managedAuth.notices", { globalValue: "all" });
  assert.equal(changes, 1);
});
