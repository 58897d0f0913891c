import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sandboxAccount, type ServiceAccount } from "../../../../../src/editor/accounts/accounts.ts";
import { codeTarget } from "../../../../../src/editor/connections/creation/requestCode.ts";

const account = (baseUrl: string): ServiceAccount => ({ kind: "service", id: "1", label: "Team", baseUrl });

describe("the generated request code", () => {
  it("uses KERNEL_SANDBOX_TOKEN and warns that the sandbox's URL changes", () => {
    const baseUrl = "http://127.0.0.1:4000";
    assert.deepEqual(codeTarget({ account: sandboxAccount, baseUrl }), {
      baseUrl,
      variable: "KERNEL_SANDBOX_TOKEN",
      remark: "The sandbox's address changes at each start: copy this code again after each start.",
    });
  });

  for (const [baseUrl, variable] of [
    ["https://api.onkernel.com", "KERNEL_API_KEY"],
    ["https://api.example.com", "KERNEL_TOKEN_API_EXAMPLE_COM"],
    ["http://127.0.0.1:4000", "KERNEL_TOKEN_HTTP_127_0_0_1_4000"],
  ] as const)
    it(`uses the token variable ${variable} for the service ${baseUrl}`, () => {
      assert.deepEqual(codeTarget({ account: account(baseUrl), baseUrl }), { baseUrl, variable });
    });
});
