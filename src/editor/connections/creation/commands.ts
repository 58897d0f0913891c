import { l10n } from "vscode";
import * as z from "zod/mini";
import { Draft } from "../../../domain/draft.ts";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { checkPending } from "./check.ts";
import type { CheckParts } from "./check.ts";
import { createConnection } from "./collect.ts";
import type { Beginning, CreateConnectionParts } from "./collect.ts";
import type { PreviewFormat } from "../../../domain/preview.ts";
import { copyAs, draftLike } from "./copyOf.ts";
import type { CopyParts } from "./copyOf.ts";
import { dismissPending, pickAndDismiss } from "./dismiss.ts";
import type { DismissParts } from "./dismiss.ts";

type CreationParts = CreateConnectionParts & CheckParts & DismissParts & CopyParts;
type Id =
  | "managedAuth.createConnection"
  | "managedAuth.duplicateConnection"
  | "managedAuth.copyConnectionAsJson"
  | "managedAuth.copyConnectionAsCurl"
  | "managedAuth.copyConnectionAsTypeScript"
  | "managedAuth.copyConnectionAsPython"
  | "managedAuth.checkPending"
  | "managedAuth.dismissPending";

/** What people do to have a connection, and about attempts whose end is not known. */
export function creationCommands(parts: CreationParts): Commands<Id> {
  const id = z.optional(z.string());
  const copying = (format: PreviewFormat): Commands["managedAuth.copyConnectionAsJson"] =>
    command(z.strictObject({ id }), async (told) => {
      await copyAs(parts, format, told.id);
      return undefined;
    });
  return {
    "managedAuth.createConnection": command(
      z.strictObject({
        draft: z.optional(Draft),
        start: z.optional(z.enum(["domain", "review"])),
        loginPageLeftOut: z.optional(z.literal(true)),
      }),
      async ({ draft, loginPageLeftOut, start }) => {
        const beginning =
          draft === undefined
            ? undefined
            : { draft, start: start ?? "domain", loginPageLeftOut: loginPageLeftOut === true };
        await create(parts, beginning);
        return undefined;
      },
    ),
    "managedAuth.duplicateConnection": command(z.strictObject({ id }), async (told) => {
      const draft = await draftLike(parts, told.id);
      // What tells it from the other is asked first.
      return draft && { command: "managedAuth.createConnection", told: { draft, start: "domain" } };
    }),
    "managedAuth.copyConnectionAsJson": copying("json"),
    "managedAuth.copyConnectionAsCurl": copying("curl"),
    "managedAuth.copyConnectionAsTypeScript": copying("typescript"),
    "managedAuth.copyConnectionAsPython": copying("python"),
    "managedAuth.checkPending": command(
      z.strictObject({ id, resultId: z.optional(z.uuid()) }),
      async (told) => {
        await checkPending(parts, told.id, told.resultId);
        return undefined;
      },
    ),
    "managedAuth.dismissPending": command(z.strictObject({ id }), async (told) => {
      await (told.id === undefined ? pickAndDismiss(parts) : dismissPending(parts, told.id));
      return undefined;
    }),
  };
}

/** Creates a connection, from the start or from given answers, and shows what became of it. */
async function create(
  parts: CreateConnectionParts & Pick<CheckParts, "requireAccess" | "panel">,
  beginning?: Beginning,
): Promise<void> {
  const access = await parts.requireAccess(l10n.t("Create Connection"));
  const result = access && (await createConnection(parts, access, beginning));
  if (result !== undefined) await parts.panel.show(result);
}
