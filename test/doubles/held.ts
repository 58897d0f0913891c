// Registrations and other disposables that the extension hasn't disposed yet, so that tests find leaks.
const undisposed = new Map<object, string>();

/** Records a disposable until its `dispose` is called. */
export function hold(what: string): { dispose(): void } {
  const one = { dispose: () => void undisposed.delete(one) };
  undisposed.set(one, what);
  return one;
}

/** Registers a value by ID until it is disposed. Throws if the ID exists, as VS Code does. */
export function register<T>(all: Map<string, T>, id: string, one: T, what: string): { dispose(): void } {
  if (all.has(id)) throw new Error(`${what} '${id}' already exists`);
  all.set(id, one);
  const held = hold(`a ${what}`);
  return {
    dispose: () => {
      // A second dispose must not remove a later registration.
      if (all.get(id) === one) all.delete(id);
      held.dispose();
    },
  };
}

/** Returns descriptions of everything that isn't disposed, such as "a command". */
export const held = (): readonly string[] => [...undisposed.values()].sort();

export const forgetHeld = (): void => undisposed.clear();
