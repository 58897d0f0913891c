// Commands and context keys that the extension registers and sets.
import { register } from "./held.ts";

/** Handlers of the registered commands, by command ID. */
export const handlers = new Map<string, (...given: unknown[]) => unknown>();
/** Context keys that the `setContext` command has set. */
export const contextKeys = new Map<unknown, unknown>();

export const commands = {
  executeCommand: async (id: string, ...given: unknown[]): Promise<unknown> => {
    if (id === "setContext") contextKeys.set(given[0], given[1]);
    const handler = handlers.get(id);
    if (handler === undefined && id.startsWith("managedAuth.")) throw new Error(`command '${id}' not found`);
    return await handler?.(...given);
  },
  registerCommand: (id: string, handler: (...given: unknown[]) => unknown) =>
    register(handlers, id, handler, "command"),
};
