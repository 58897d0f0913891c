// Commands and context keys, as the product registers and sets them.
import { hold } from "./held.ts";

/** The commands that are registered. */
export const handlers = new Map<string, (...given: unknown[]) => unknown>();
/** What `setContext` has set. */
export const contextKeys = new Map<unknown, unknown>();

export const commands = {
  executeCommand: async (id: string, ...given: unknown[]): Promise<unknown> => {
    if (id === "setContext") contextKeys.set(given[0], given[1]);
    return await handlers.get(id)?.(...given);
  },
  registerCommand: (id: string, handler: (...given: unknown[]) => unknown) => {
    handlers.set(id, handler);
    return hold("a command");
  },
};
