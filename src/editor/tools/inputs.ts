// Schemas of the tools' inputs. `node test/tools/write.ts` writes them to the manifest as JSON schemas. VS Code
// doesn't enforce those, so each input is validated here.
import * as z from "zod/mini";
import { longestName, nameFault } from "../../domain/text/names.ts";
import type { ToolName } from "../words/contributions.ts";
import {
  browserProxySchema,
  browserSettings,
  connectionSettings,
  credentialReferenceSchema,
  hasSomeValue,
} from "../../api/schemas.ts";
import { telemetrySchema } from "../../api/telemetry.ts";
import { isDomain } from "../../domain/draft/domainName.ts";
import { readLoginUrl } from "../../domain/draft/loginUrl.ts";
import { inert, longestWhole } from "../../domain/text/display.ts";
import { visibleLine } from "../../domain/text/visible.ts";

// Settings are those of interface.md §4.1 without deprecated fields. Every text must fit the confirmation unabridged,
// so that the user sees everything that they confirm.

/** Maximum size of the values in a confirmation, as JSON in UTF-16 code units. */
const longestDialog = 1_500;
/** Maximum number of domains in a confirmation. */
const mostDomains = 20;

const isShownWhole = (text: string): boolean =>
  nameFault(text) === undefined && inert(visibleLine(text)) === text;

/** Rejects an input that is too large for one dialog. */
const fitsDialog = z.check<object>(({ issues, value: input }) => {
  if (JSON.stringify(input).length > longestDialog)
    issues.push({ code: "too_big", origin: "string", maximum: longestDialog, input });
});

const shownName = z.string().check(z.minLength(1), z.maxLength(longestWhole), z.refine(isShownWhole));

const host = z.string().check(z.minLength(1), z.maxLength(longestWhole), z.refine(isDomain));

/** The address of a login page. It is sent as normalized by {@link readLoginUrl}. */
const page = z.string().check(
  z.maxLength(longestWhole),
  z.refine((text) => {
    const read = readLoginUrl(text);
    return read !== undefined && isShownWhole(read);
  }),
);

/** The optional settings of interface.md §4.1. */
const settings = {
  ...connectionSettings,
  allowed_domains: z.optional(z.array(host).check(z.maxLength(mostDomains))),
  browser: z.optional(
    z
      .strictObject({
        ...browserSettings,
        proxy: z.optional(browserProxySchema(shownName)),
        telemetry: z.optional(telemetrySchema(shownName)),
      })
      .check(hasSomeValue),
  ),
  credential: z.optional(credentialReferenceSchema(shownName)),
  login_url: z.optional(page),
} as const;

/** The changeable {@link settings}. An empty login page removes the current one. */
const changedSettings = {
  ...settings,
  login_url: z.optional(z.union([z.literal(""), page])),
} as const;

/** An ID or name from the service: a single line of limited length. */
const name = z.string().check(
  z.minLength(1),
  z.maxLength(longestName),
  z.refine((text) => nameFault(text) === undefined),
);

const nothing = z.strictObject({});
const oneConnection = z.strictObject({ id: name });
const oneFile = z.strictObject({ path: name });

/** Maximum number of history entries in an answer. */
export const mostEntries = 50;

export const toolInputs = {
  managed_auth_list_connections: z.strictObject({
    domain: z.optional(name),
    profile_name: z.optional(name),
    needs_person: z.optional(z.boolean()),
  }),
  managed_auth_show_connection: oneConnection,
  managed_auth_history: z.strictObject({
    id: name,
    most: z.optional(z.int().check(z.minimum(1), z.maximum(mostEntries))),
  }),
  managed_auth_entitlements: nothing,
  managed_auth_list_destinations: nothing,
  managed_auth_wait_for_login: oneConnection,
  managed_auth_ensure_logged_in: oneConnection,
  managed_auth_create_connection: z
    .strictObject({ domain: host, profile_name: shownName, ...settings })
    .check(fitsDialog),
  managed_auth_update_connection: z.strictObject({ id: name, ...changedSettings }).check(
    fitsDialog,
    z.refine((input) => Object.entries(input).some(([key, value]) => key !== "id" && value !== undefined)),
  ),
  managed_auth_delete_connection: oneConnection,
  managed_auth_delete_destination: z.strictObject({ id_or_name: name }),
  managed_auth_plan_file: oneFile,
  managed_auth_apply_file: oneFile,
} as const satisfies Readonly<Record<ToolName, z.ZodMiniType>>;

/** The validated input of a tool. */
export type ToolInput<Name extends ToolName> = z.infer<(typeof toolInputs)[Name]>;

/** The result of validating an input. */
export type Checked<Name extends ToolName> = ReturnType<z.ZodMiniType<ToolInput<Name>>["safeParse"]>;

const checks: { readonly [Name in ToolName]: z.ZodMiniType<ToolInput<Name>> } = toolInputs;

/** Validates the untrusted input of a tool. */
export function checked<Name extends ToolName>(name: Name, input: unknown): Checked<Name> {
  return checks[name].safeParse(input ?? {});
}
