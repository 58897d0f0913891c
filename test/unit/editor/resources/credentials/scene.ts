// Scene of the credential tests, with a scripted service and a record of everything shown.
import type { TestContext } from "node:test";
import { credentials } from "../../../../../src/editor/resources/credentials/credentials.ts";
import { Message } from "../../../../doubles/vscode.ts";
import { nextShown, resourceFixture } from "../../../../support/resourceFixture.ts";

export const bot = {
  id: "cred_1",
  name: "shop-bot",
  domain: "shop.example",
  created_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-02T10:00:00.000Z",
  has_values: true,
  has_totp_secret: true,
  sso_provider: "google",
  value_keys: ["password", "username"],
};
export const user = {
  id: "ma_1",
  domain: "shop.example",
  profile_name: "buyer",
  credential: { name: "shop-bot" },
};

/** Opens the scene. Unless `serves` is false, the service answers reads of credentials. */
export async function setUpCredentials(context: TestContext, serves = true) {
  const fixture = await resourceFixture(context);
  fixture.wire.serve("GET /auth/connections", 200, [user, { id: "ma_2", domain: "b.example" }]);
  if (serves) {
    fixture.wire.serve("GET /credentials", 200, [bot, { id: "cred_2", name: "other" }]);
    fixture.wire.serve("GET /credentials/cred_1", 200, bot);
  }
  return { ...fixture, resource: credentials(fixture) };
}

export type Scene = Awaited<ReturnType<typeof setUpCredentials>>;

export const message = (): Promise<Message> => nextShown(Message);
