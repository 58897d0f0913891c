import type { CredentialProvider } from "../../../../../src/api/resourceSchemas.ts";
import type { ProviderValues } from "../../../../../src/domain/resources/providers.ts";
import { providers } from "../../../../../src/editor/resources/providers/providers.ts";
import { listed, itemUser, secret } from "../../../../support/providers.ts";
import type { Sample } from "../sample.ts";

const live = { ...listed[0], id: "cp_1", name: "vault" };

export const providerSample: Sample<CredentialProvider, ProviderValues> = {
  resource: providers,
  removable: providers,
  shownBy: "connections",
  path: "/org/credential_providers",
  live,
  user: itemUser,
  answers: [(at) => at.type("mine"), (at) => at.type(secret)],
  nameAt: 0,
  takenName: "error: Another provider has this name",
  name: "mine",
  body: { provider_type: "onepassword", name: "mine", token: secret },
  createdRow: {
    id: "cp_9",
    name: "mine",
    provider_type: "onepassword",
    token: secret,
    enabled: true,
    priority: 0,
  },
  lookup: {
    byName: (created) => ["GET /org/credential_providers", 200, created === undefined ? [] : [created]],
    namedIn: "name",
    notOurs: [["has another name", { id: "cp_9", name: "other" }]],
  },
  secrets: [secret],
  async rename(at) {
    await at.choose("Name");
    await at.type("safe");
  },
  changes: { name: "safe" },
  changed: { ...live, name: "safe" },
  changedElsewhere: { ...live, name: "theirs" },
};
