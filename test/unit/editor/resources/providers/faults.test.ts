// A request that the service may have carried out is never sent again, and its success is never claimed.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createResource } from "../../../../../src/editor/resourceEngine/create.ts";
import { providers } from "../../../../../src/editor/resources/providers/providers.ts";
import { editResource } from "../../../../../src/editor/resourceEngine/edit.ts";
import { testProvider } from "../../../../../src/editor/resources/providers/commands.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { providersScene, secret } from "../../../../support/providers.ts";
import type { Call } from "../../../../support/wire.ts";

beforeEach(reset);

const create = "POST /org/credential_providers";
const change = "PATCH /org/credential_providers/cp_1";
const test = "POST /org/credential_providers/cp_1/test";

/** Faults after which the service may or may not have carried out the request. */
const faults: Readonly<Record<string, (call: Call) => void>> = {
  "a connection that breaks": (call) => call.fail("ECONNRESET"),
  "an answer that takes too long on the way": (call) =>
    call.answer(504, { code: "timeout", message: secret }),
  "a failure of the service": (call) => call.answer(500, { code: "internal_error", message: secret }),
  "a service that is busy without saying for how long": (call) =>
    call.answer(503, { code: "busy", message: "?" }),
  "a request that came too slowly": (call) => call.answer(408, { code: "timeout", message: "?" }),
  "an answer that is none": (call) => call.answer(200, ["?"]),
};

describe("a credential provider", () => {
  for (const [what, happen] of Object.entries(faults)) {
    it(`is created only once after ${what}`, async (context) => {
      const at = await providersScene(context);
      const creating = createResource(providers(at), at.parts);
      await at.type("mine");
      await at.type(secret);
      (await at.list()).choose("$(add) Create Provider");
      happen(await at.wire.next(create));
      await creating;
      assert.match(at.text(), /^Couldn't confirm that mine was created/);
      assert.deepEqual([at.wire.count(create), at.shown.length], [1, 1]);
      await at.assertNowhere(secret);
    });

    it(`is changed only once after ${what}`, async (context) => {
      const at = await providersScene(context);
      const editing = editResource(providers(at), at.parts, { id: "cp_1" });
      (await at.list()).choose("Token");
      await at.type(secret);
      (await at.list()).choose("$(save) Save Changes");
      happen(await at.wire.next(change));
      await editing;
      assert.match(at.text(), /^Couldn't confirm the changes/);
      assert.deepEqual([at.wire.count(change), at.shown.length], [1, 1]);
      await at.assertNowhere(secret);
    });

    it(`is tested only once after ${what}`, async (context) => {
      const at = await providersScene(context);
      const testing = testProvider(at.parts, { id: "cp_1" });
      happen(await at.wire.next(test));
      await testing;
      assert.match(at.text(), /Couldn't test the provider/);
      assert.deepEqual([at.wire.count(test), at.shown.length], [1, 1]);
    });
  }
});
