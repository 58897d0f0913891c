import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { publicBaseUrl, sandboxVariable, tokenVariable } from "../../../../src/domain/code/codeTarget.ts";

describe("tokenVariable", () => {
  for (const [baseUrl, variable] of [
    [publicBaseUrl, "KERNEL_API_KEY"],
    [`${publicBaseUrl}/v1`, "KERNEL_API_KEY"],
    ["https://api.example.com", "KERNEL_TOKEN_API_EXAMPLE_COM"],
    ["https://api.example.com:8443/path", "KERNEL_TOKEN_API_EXAMPLE_COM_8443"],
    ["https://api-2.example.com", "KERNEL_TOKEN_API__2_EXAMPLE_COM"],
    ["https://api.onkernel.com.evil.example", "KERNEL_TOKEN_API_ONKERNEL_COM_EVIL_EXAMPLE"],
    ["https://api.onkernel.com.", "KERNEL_TOKEN_API_ONKERNEL_COM_"],
    ["https://api.onkernel.com:8443", "KERNEL_TOKEN_API_ONKERNEL_COM_8443"],
    ["http://127.0.0.1:4000", "KERNEL_TOKEN_HTTP_127_0_0_1_4000"],
    ["https://127.0.0.1:4000", "KERNEL_TOKEN_127_0_0_1_4000"],
    ["https://API.example.com:443/", "KERNEL_TOKEN_API_EXAMPLE_COM"],
    ["http://[::1]:4000", "KERNEL_TOKEN_HTTP____1__4000"],
    ["https://sandbox", "KERNEL_TOKEN_SANDBOX"],
    ["https://a$(id)'b.example", "KERNEL_TOKEN_A__ID__B_EXAMPLE"],
  ] as const)
    it(`maps the base URL ${baseUrl} to the variable ${variable}`, () => {
      assert.equal(tokenVariable(baseUrl), variable);
      assert.notEqual(variable, sandboxVariable);
    });
});
