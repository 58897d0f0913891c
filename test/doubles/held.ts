// What the product has taken from VS Code and not given back.
const all = new Map<object, string>();

/** Notes that something was taken; the answer to `dispose` gives it back. */
export function hold(what: string): { dispose(): void } {
  const one = { dispose: () => void all.delete(one) };
  all.set(one, what);
  return one;
}

/** What is still held, in words, such as "a command". */
export const held = (): readonly string[] => [...all.values()].sort();

export const forgetHeld = (): void => all.clear();
