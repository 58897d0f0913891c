import * as z from "zod/mini";
import { command, plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import type { PageParts } from "../results/showingParts.ts";
import { checkProxyCommand } from "./check.ts";
import { createProxyCommand } from "./create.ts";
import type { ProxyParts } from "./create.ts";
import { deleteProxyCommand } from "./delete.ts";
import { renameProxyCommand } from "./rename.ts";
import { showProxies, showProxy } from "./show.ts";

/** What people do about proxies. */
export function proxyCommands(parts: ProxyParts & PageParts) {
  const id = z.optional(z.string());
  const resultId = z.optional(z.uuid());
  return {
    "managedAuth.showProxies": command(z.strictObject({ name: z.optional(z.string()) }), (told) =>
      showProxies(parts, told.name),
    ),
    "managedAuth.showProxy": command(z.strictObject({ id, resultId }), (told) => showProxy(parts, told)),
    "managedAuth.createProxy": plainCommand(() => createProxyCommand(parts)),
    "managedAuth.renameProxy": command(z.strictObject({ id }), (told) => renameProxyCommand(parts, told.id)),
    "managedAuth.deleteProxy": command(z.strictObject({ id }), (told) => deleteProxyCommand(parts, told.id)),
    "managedAuth.checkProxy": command(
      z.strictObject({ id, site: z.optional(z.string()), resultId }),
      (told) => checkProxyCommand(parts, told),
    ),
  } satisfies Partial<Commands>;
}
