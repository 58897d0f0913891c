// What tools take. The manifest has the same as JSON schemas: `node test/tools/write.ts` writes them there. VS Code does not
// hold callers to those, so that each input is checked here.
import * as z from "zod/mini";
import { longestName, nameFault } from "../../domain/text/names.ts";
import type { ToolName } from "../words/contributions.ts";
import { changedSettings, fitsDialog, host, settings, shownName } from "./settingsInput.ts";

/** An ID or name that the service gave: one line, and no longer than a name is. */
const name = z.string().check(
  z.minLength(1),
  z.maxLength(longestName),
  z.refine((text) => nameFault(text) === undefined),
);

const nothing = z.strictObject({});
const oneConnection = z.strictObject({ id: name });

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
