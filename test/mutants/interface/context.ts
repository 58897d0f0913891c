// GET /auth/context: whom the service takes a token for.
import { guards, testsOf, type Mutant, type Row } from "../mutant.ts";
import { without } from "./row.ts";

const read = (field: string, find: string): Row =>
  without(`${field} of the context is read`, find, "takes what cannot be read for not told, field by field");

export const contextRules: readonly Mutant[] = [
  ...guards("src/api/otherResources.ts", testsOf("api")("authContext"), [
    read("authentication.source", `source: lenientText, `),
    read("authentication.credential_id", `, credential_id: lenientText`),
    read("authorization.credential_scope", `      credential_scope: lenient(ProjectScope),\n`),
    read("authorization.effective_scope", `      effective_scope: lenient(ProjectScope),\n`),
    read("organization.id", `  organization: lenient(z.looseObject({ id: lenientText })),\n`),
    read("principal", `  principal: lenient(z.looseObject({ id: lenientText, type: lenientText })),\n`),
    read("principal.type", `, type: lenientText`),
    [
      "A project_id of null is told apart from none",
      `z.catch(z.optional(z.nullable(text)), undefined)`,
      `lenient(text)`,
      "tells the whole organization, null, apart from what is not told",
    ],
  ]),
];
