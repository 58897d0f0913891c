// Schemas of the tools' inputs. `node test/tools/write.ts` writes them to the manifest as JSON schemas. VS Code
// doesn't enforce JSON schemas, so each input is validated with the schemas in this file.
import * as z from "zod/mini";
import { maxNameLength, nameFault } from "../../domain/text/names.ts";
import type { ToolName } from "../words/contributions.ts";
import {
  browserProxySchema,
  browserSettings,
  connectionSettings,
  credentialReferenceSchema,
  hasSomeValue,
} from "../../api/schemas.ts";
import { telemetrySchema } from "../../api/telemetry.ts";
import { isNormalizedDomain } from "../../domain/draft/domainName.ts";
import { readLoginUrl } from "../../domain/draft/loginUrl.ts";
import { withoutIconsAndLinks, maxFullLength } from "../../domain/text/display.ts";
import { visibleLine } from "../../domain/text/visible.ts";

// The settings are those of interface.md §4.1 without deprecated fields. Every value must fit into the confirmation
// without being shortened, so that the user sees everything that they confirm.

/** Maximum size of the values in a confirmation, as JSON in UTF-16 code units. */
const maxConfirmationSize = 1_500;
const maxConfirmedDomains = 20;

const isShownInFull = (text: string): boolean =>
  nameFault(text) === undefined && withoutIconsAndLinks(visibleLine(text)) === text;

/** Rejects an input that is too large for one dialog. */
const fitsDialog = z.check<object>(({ issues, value: input }) => {
  if (JSON.stringify(input).length > maxConfirmationSize)
    issues.push({ code: "too_big", origin: "string", maximum: maxConfirmationSize, input });
});

const confirmableName = z.string().check(z.minLength(1), z.maxLength(maxFullLength), z.refine(isShownInFull));

const domainInput = z
  .string()
  .check(z.minLength(1), z.maxLength(maxFullLength), z.refine(isNormalizedDomain));

/** The URL of a login page. Requests contain the URL in the form that {@link readLoginUrl} returns. */
const loginPageInput = z.string().check(
  z.maxLength(maxFullLength),
  z.refine((text) => {
    const read = readLoginUrl(text);
    return read !== undefined && isShownInFull(read);
  }),
);

/** The optional connection settings of interface.md §4.1. */
const settingInputs = {
  ...connectionSettings,
  allowed_domains: z.optional(z.array(domainInput).check(z.maxLength(maxConfirmedDomains))),
  browser: z.optional(
    z
      .strictObject({
        ...browserSettings,
        proxy: z.optional(browserProxySchema(confirmableName)),
        telemetry: z.optional(telemetrySchema(confirmableName)),
      })
      .check(hasSomeValue),
  ),
  credential: z.optional(credentialReferenceSchema(confirmableName)),
  login_url: z.optional(loginPageInput),
} as const;

/** The settings from {@link settingInputs} that can be changed later. An empty login page removes the current one. */
const changedSettingInputs = {
  ...settingInputs,
  login_url: z.optional(z.union([z.literal(""), loginPageInput])),
} as const;

/** An ID or name from the service: a single line of limited length. */
const idOrName = z.string().check(
  z.minLength(1),
  z.maxLength(maxNameLength),
  z.refine((text) => nameFault(text) === undefined),
);

const emptyInput = z.strictObject({});
const connectionInput = z.strictObject({ id: idOrName });
const fileInput = z.strictObject({ path: idOrName });

export const maxHistoryEntries = 50;

export const toolInputs = {
  managed_auth_list_connections: z.strictObject({
    domain: z.optional(idOrName),
    profile_name: z.optional(idOrName),
    needs_person: z.optional(z.boolean()),
  }),
  managed_auth_show_connection: connectionInput,
  managed_auth_history: z.strictObject({
    id: idOrName,
    most: z.optional(z.int().check(z.minimum(1), z.maximum(maxHistoryEntries))),
  }),
  managed_auth_entitlements: emptyInput,
  managed_auth_list_destinations: emptyInput,
  managed_auth_list_browsers: emptyInput,
  managed_auth_wait_for_login: connectionInput,
  managed_auth_ensure_logged_in: connectionInput,
  managed_auth_create_connection: z
    .strictObject({ domain: domainInput, profile_name: confirmableName, ...settingInputs })
    .check(fitsDialog),
  managed_auth_update_connection: z.strictObject({ id: idOrName, ...changedSettingInputs }).check(
    fitsDialog,
    z.refine((input) => Object.entries(input).some(([key, value]) => key !== "id" && value !== undefined)),
  ),
  managed_auth_delete_connection: connectionInput,
  managed_auth_delete_destination: z.strictObject({ id_or_name: idOrName }),
  managed_auth_end_browser: z.strictObject({ handle: idOrName }),
  managed_auth_plan_file: fileInput,
  managed_auth_apply_file: fileInput,
} as const satisfies Readonly<Record<ToolName, z.ZodMiniType>>;

export type ToolInput<Name extends ToolName> = z.infer<(typeof toolInputs)[Name]>;

export type InputValidation<Name extends ToolName> = ReturnType<z.ZodMiniType<ToolInput<Name>>["safeParse"]>;

const inputSchemas: { readonly [Name in ToolName]: z.ZodMiniType<ToolInput<Name>> } = toolInputs;

/** Validates the untrusted input of a tool. */
export function validateInput<Name extends ToolName>(name: Name, input: unknown): InputValidation<Name> {
  return inputSchemas[name].safeParse(input ?? {});
}
