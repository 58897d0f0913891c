// Fixture of the credential provider tests.
import type { TestContext } from "node:test";
import { resourceFixture } from "./resourceFixture.ts";

export const secret = "ops_s3cret-token-of-1password";

export const listed = [
  { id: "cp_1", name: "vault", provider_type: "onepassword", enabled: true, priority: 5 },
  { id: "cp_2", name: "old", provider_type: "onepassword", enabled: false, priority: 10 },
];

/** A connection that uses an item of the first provider. */
export const itemUser = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  credential: { provider: "vault", path: "Team/Bank" },
};

export async function providersScene(context: TestContext) {
  const fixture = await resourceFixture(context, true);
  fixture.wire.serve("GET /auth/connections", 200, [itemUser]);
  fixture.wire.serve("GET /org/credential_providers", 200, listed);
  fixture.wire.serve("GET /org/credential_providers/cp_1", 200, listed[0]);
  return fixture;
}

export type ProvidersScene = Awaited<ReturnType<typeof providersScene>>;
