import { l10n } from "vscode";
import * as z from "zod/mini";
import { command, plainCommand } from "../kit/command.ts";
import type { CreatingContext, EditingContext } from "./unfinished.ts";
import { choose } from "./choose.ts";
import { createResource } from "./create.ts";
import { resourceEditor } from "./edit.ts";
import { showResource } from "./read.ts";
import { removeResource } from "./remove.ts";
import type { Identified, RemovableResource, Resource } from "./resource.ts";

export const ShowArguments = z.strictObject({
  id: z.optional(z.string()),
  resultId: z.optional(z.uuid()),
  preserveFocus: z.optional(z.literal(true)),
});

export function resourceCommands<Reply extends Identified, Values>(
  resource: RemovableResource<Reply, Values>,
  parts: EditingContext,
) {
  const EditArguments = z.strictObject({ id: z.optional(z.string()) });
  return {
    list: plainCommand(() => listResources(resource, parts)),
    show: command(ShowArguments, (args) => showResource(resource, parts, args)),
    create: plainCommand(() => createResource(resource, parts)),
    edit: command(EditArguments, resourceEditor(resource, parts)),
    remove: command(EditArguments, (args) => removeResource(resource, parts, args)),
  };
}

/** Lists resources, filtered by the text `begun` if given, so that the user can open one or create a new one. */
export async function listResources<Reply extends Identified, Values>(
  resource: Resource<Reply, Values>,
  parts: CreatingContext,
  begun?: string,
): Promise<void> {
  const { choosing, text } = resource;
  const access = await parts.requireAccess(text.titles.list);
  const create = { label: l10n.t("{0}…", text.titles.create), icon: "add", value: { kind: "create" } };
  const chosen = access && (await choose(choosing, access, text.plural, { begun, trailing: [create] }));
  if (access === undefined || chosen === undefined) return;
  const withAccess = { ...parts, requireAccess: () => Promise.resolve(access) };
  if (typeof chosen === "string") await showResource(resource, withAccess, { id: chosen });
  else await createResource(resource, withAccess);
}
