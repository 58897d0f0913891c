// What tools take. The manifest has the same as JSON schemas: `node test/tools/write.ts` writes them there. VS Code does not
// hold callers to those, so that each input is checked here.
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

// The settings of a connection are the shapes of §4.1 without the deprecated fields, in which every text is one that the
// confirmation shows whole, so that nobody agrees to what cannot be seen.

/** In UTF-16 code units, of everything in an input that the confirmation shows. */
const longestDialog = 1_500;
/** As many as a confirmation lists. */
const mostDomains = 20;

const isShownWhole = (text: string): boolean =>
  nameFault(text) === undefined && inert(visibleLine(text)) === text;

/** Whether the user can read in one dialog what somebody wrote. */
const fitsDialog = z.check<object>(({ issues, value: input }) => {
  if (JSON.stringify(input).length > longestDialog)
    issues.push({ code: "too_big", origin: "string", maximum: longestDialog, input });
});

const shownName = z.string().check(z.minLength(1), z.maxLength(longestWhole), z.refine(isShownWhole));

const host = z.string().check(z.minLength(1), z.maxLength(longestWhole), z.refine(isDomain));

/** The address of a login page, which is sent as {@link readLoginUrl} writes it. */
const page = z.string().check(
  z.maxLength(longestWhole),
  z.refine((text) => {
    const read = readLoginUrl(text);
    return read !== undefined && isShownWhole(read);
  }),
);

/** Everything of §4.1 that has a default. */
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

/** As {@link settings}, where an empty login page takes away the one that is there. */
const changedSettings = {
  ...settings,
  login_url: z.optional(z.union([z.literal(""), page])),
} as const;

/** An ID or name that the service gave: one line, and no longer than a name is. */
const name = z.string().check(
  z.minLength(1),
  z.maxLength(longestName),
  z.refine((text) => nameFault(text) === undefined),
);

const nothing = z.strictObject({});
const oneConnection = z.strictObject({ id: name });
const oneFile = z.strictObject({ path: name });

/** How many entries of a history a model is told at most. */
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

/** What a tool was told, checked. */
export type ToolInput<Name extends ToolName> = z.infer<(typeof toolInputs)[Name]>;

/** What came of checking it. */
export type Checked<Name extends ToolName> = ReturnType<z.ZodMiniType<ToolInput<Name>>["safeParse"]>;

const checks: { readonly [Name in ToolName]: z.ZodMiniType<ToolInput<Name>> } = toolInputs;

/** Checks what a tool is told, which anybody may have made up. */
export function checked<Name extends ToolName>(name: Name, input: unknown): Checked<Name> {
  return checks[name].safeParse(input ?? {});
}
