// Registrations and other disposables that the extension hasn't disposed yet, so that tests find leaks.
const undisposed = new Map<object, string>();

/** Records a disposable until its `dispose` is called. */
export function trackDisposable(description: string): { dispose(): void } {
  const held = { dispose: () => void undisposed.delete(held) };
  undisposed.set(held, description);
  return held;
}

/** Registers a value by ID until it is disposed. Throws if the ID exists, as VS Code does. */
export function register<T>(all: Map<string, T>, id: string, item: T, kind: string): { dispose(): void } {
  if (all.has(id)) throw new Error(`${kind} '${id}' already exists`);
  all.set(id, item);
  const held = trackDisposable(`a ${kind}`);
  return {
    dispose: () => {
      // A second dispose must not remove a later registration.
      if (all.get(id) === item) all.delete(id);
      held.dispose();
    },
  };
}

/** Returns descriptions of everything that isn't disposed, such as "a command". */
export const undisposedItems = (): readonly string[] => [...undisposed.values()].sort();

export const clearUndisposed = (): void => undisposed.clear();
