import assert from "node:assert/strict";
import { isAbsolute } from "node:path";
import { describe, it } from "node:test";
import { readFlags } from "../../../../src/sandbox/run/flags.ts";

describe("the flags of npm run sandbox", () => {
  it("are all optional", () => {
    const flags = readFlags([]);
    assert.equal(flags?.port, 0);
    assert.equal(flags.file, ":memory:");
    assert.equal(Buffer.from(flags.token, "base64url").length, 32);
    assert.notEqual(flags.token, readFlags([])?.token);
  });

  it("are parsed, and the file path is made absolute", () => {
    assert.deepEqual(readFlags(["--port", "65535", "--token=t=t", "--data", "/a/b.db"]), {
      port: 65535,
      token: "t=t",
      file: "/a/b.db",
    });
    assert.ok(isAbsolute(readFlags(["--data", "b.db"])?.file ?? ""));
  });

  it("take the token from KERNEL_SANDBOX_TOKEN unless --token is given", () => {
    const environment = { KERNEL_SANDBOX_TOKEN: "from-a-variable" };
    assert.equal(readFlags([], environment)?.token, "from-a-variable");
    assert.equal(readFlags(["--token", "given"], environment)?.token, "given");
    assert.equal(readFlags([], { KERNEL_SANDBOX_TOKEN: "two words" }), undefined);
    assert.equal(
      Buffer.from(readFlags([], { KERNEL_SANDBOX_TOKEN: "" })?.token ?? "", "base64url").length,
      32,
    );
  });

  for (const line of [
    ...["--prt 1", "--port", "--port=", "--port x", "--port 1.5", "--port -1", "--port 65536"],
    ...["--token=", "--token clé", "--data=", "file.db", "--help"],
  ])
    it(`are rejected if invalid: ${line}`, () => assert.equal(readFlags(line.split(" ")), undefined));

  it("are rejected if the token contains a space or a line break", () => {
    for (const token of ["two words", "line\n"]) assert.equal(readFlags(["--token", token]), undefined);
  });
});
