// What is received is read by plain functions: each gives what zod reads by the schema that it stands for.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type * as z from "zod/mini";
import {
  AuthContext,
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OrgLimits,
  OtlpDestination,
  Profile,
  Proxy,
} from "../../../src/api/otherResources.ts";
import { lenientFlag, lenientInteger, lenientText, read } from "../../../src/api/lenient.ts";
import { Entitlements, ErrorBody, ManagedAuth } from "../../../src/api/schemas.ts";

const schemas: Readonly<Record<string, z.ZodMiniType>> = {
  ManagedAuth,
  Entitlements,
  ErrorBody,
  Profile,
  Proxy,
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OtlpDestination,
  OrgLimits,
  AuthContext,
};

/** Every name of a field that some schema knows, one that none does, and those that objects have by themselves. */
const names = [
  ...[
    "id",
    "name",
    "path",
    "provider",
    "auto",
    "enabled",
    "type",
    "status",
    "label",
    "code",
    "message",
    "domain",
  ],
  ...[
    "browser",
    "proxy",
    "mode",
    "telemetry",
    "export",
    "otlp",
    "destination",
    "choices",
    "fields",
    "credential",
  ],
  ...[
    "features",
    "limits",
    "plan",
    "effective_id",
    "is_trialing",
    "inner_error",
    "existing_id",
    "config",
    "country",
  ],
  ...[
    "allowed_domains",
    "mfa_options",
    "urls",
    "title",
    "concurrent_sessions_used",
    "health_check_interval",
    "required",
  ],
  ...[
    "consecutive_failures",
    "auth_connections_used",
    "save_credentials",
    "details",
    "unknown",
    "constructor",
    "toString",
  ],
];

const odd = fc.constantFrom<unknown>("", "a", " ", "ma_1", 0, 1, -1, 1.5, 2 ** 53, true, false, null);
const { value: json } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, odd, tie("object"), fc.array(tie("value"), { maxLength: 3 })),
  object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 8 }),
}));
const beginning = { id: "x", name: "x", path: "x", features: {} };

describe("what is received", () => {
  for (const [name, schema] of Object.entries({ lenientFlag, lenientInteger, lenientText })) {
    it(`is read as zod reads it: ${name}`, () => {
      for (const value of [
        "",
        "a",
        " ",
        0,
        -1,
        1.5,
        2 ** 53,
        Infinity,
        true,
        false,
        null,
        undefined,
        {},
        [],
      ]) {
        assert.deepEqual(read(schema, value), { value: schema.parse(value) }, JSON.stringify(value));
      }
    });
  }

  for (const [name, schema] of Object.entries(schemas)) {
    it(`is read as zod reads it: ${name}`, () => {
      fc.assert(
        fc.property(json, fc.boolean(), (value, whole) => {
          // Most values by chance lack what a schema needs.
          const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
          const given = whole && isObject ? { ...beginning, ...value } : value;
          const parsed = schema.safeParse(given);
          assert.deepEqual(read(schema, given), parsed.success ? { value: parsed.data } : undefined);
        }),
        { numRuns: 500 },
      );
    });
  }
});
