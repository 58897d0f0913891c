// Commands and context keys that the extension registers and sets.
import { register } from "./held.ts";

/** Handlers of the registered commands, by command ID. */
export const handlers = new Map<string, (...args: unknown[]) => unknown>();
/** Context keys that the `setContext` command has set. */
export const contextKeys = new Map<unknown, unknown>();

export const commands = {
  executeCommand: async (id: string, ...args: unknown[]): Promise<unknown> => {
    if (id === "setContext") contextKeys.set(args[0], args[1]);
    const handler = handlers.get(id);
    if (handler === undefined && id.startsWith("managedAuth.")) throw new Error(`command '${id}' not found`);
    return await handler?.(...args);
  },
  registerCommand: (id: string, handler: (...args: unknown[]) => unknown) =>
    register(handlers, id, handler, "command"),
};
