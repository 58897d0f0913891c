import type { Credential } from "../../../../../src/api/resourceSchemas.ts";
import type { CredentialValues } from "../../../../../src/domain/resources/credentials.ts";
import { credentials } from "../../../../../src/editor/resources/credentials/credentials.ts";
import type { Sample } from "../sample.ts";
import { bot, user } from "./scene.ts";

/** A faulty service that returns a value and a one-time code. */
const createdCredential = {
  ...{ id: "cred_new", name: "shop", domain: "shop.example", has_totp_secret: true },
  ...{ values: { password: "s3cret-password" }, totp_code: "428913" },
};

export const credentialSample: Sample<Credential, CredentialValues> = {
  resource: credentials,
  removable: credentials,
  shownBy: "connections",
  path: "/credentials",
  live: bot,
  user,
  answers: [
    (at) => at.type("shop"),
    (at) => at.type("shop.example"),
    async (at) => {
      await at.choose("$(add) Add User Name…");
      await at.type("s3cret-user");
      await at.choose("$(add) Add Password…");
      await at.type("s3cret-password");
      await at.choose("$(check) Continue");
    },
    (at) => at.type("gezd gnbv-gy3t qojq"),
    async (at) => (await at.list()).choose("Google"),
  ],
  nameAt: 0,
  takenName: "error: Another credential has this name",
  name: "shop",
  body: {
    name: "shop",
    domain: "shop.example",
    values: { username: "s3cret-user", password: "s3cret-password" },
    totp_secret: "GEZDGNBVGY3TQOJQ",
    sso_provider: "google",
  },
  createdRow: createdCredential,
  lookup: {
    byName: (one) =>
      one === undefined
        ? ["GET /credentials/shop", 404, { code: "not_found", message: "?" }]
        : ["GET /credentials/shop", 200, one],
    namedIn: "id",
    notOurs: [
      ["is for another site", { ...createdCredential, domain: "other.example" }],
      ["has the name as its ID", { ...createdCredential, name: "other" }],
    ],
  },
  secrets: ["s3cret-user", "s3cret-password", "GEZDGNBV", "gezd", "428913"],
  async rename(at) {
    await at.choose("Name");
    await at.type("store-bot");
  },
  changes: { name: "store-bot" },
  changed: { ...bot, name: "store-bot" },
  changedElsewhere: { ...bot, name: "theirs" },
};
