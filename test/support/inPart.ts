type Part<Whole> = Whole extends (...told: never[]) => unknown ? Whole : Partial<Whole>;

/** What a test gives of a context; what it leaves out is not there, and a call that wants it fails. */
export function inPart<Context extends object>(parts: {
  readonly [Name in keyof NoInfer<Context>]?: Part<NoInfer<Context>[Name]>;
}): Context {
  // Classes with private fields can't be written down in part, and a context has more than one test can give.
  return parts as Context;
}
