type Part<Whole> = Whole extends (...args: never[]) => unknown ? Whole : Partial<Whole>;

/** Returns a context with only these parts. Using any other part fails. */
export function inPart<Context extends object>(parts: {
  readonly [Name in keyof NoInfer<Context>]?: Part<NoInfer<Context>[Name]>;
}): Context {
  // A partial object can't have the type of a class with private fields, and no test needs a whole context.
  return parts as Context;
}
