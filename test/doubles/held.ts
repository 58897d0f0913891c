// What the product has taken from VS Code and not given back.
const all = new Map<object, string>();

/** Notes that something was taken; the answer to `dispose` gives it back. */
export function hold(what: string): { dispose(): void } {
  const one = { dispose: () => void all.delete(one) };
  all.set(one, what);
  return one;
}

/** Notes what was registered by its id until it is given back; VS Code takes no second one of the same id. */
export function register<T>(all: Map<string, T>, id: string, one: T, what: string): { dispose(): void } {
  if (all.has(id)) throw new Error(`${what} '${id}' already exists`);
  all.set(id, one);
  const held = hold(`a ${what}`);
  return {
    dispose: () => {
      // Given back twice, it takes away no later one.
      if (all.get(id) === one) all.delete(id);
      held.dispose();
    },
  };
}

/** What is still held, in words, such as "a command". */
export const held = (): readonly string[] => [...all.values()].sort();

export const forgetHeld = (): void => all.clear();
