/** Something that is made when it is first asked for. Whoever asked is told of a failure; the next one tries again. */
export class OnFirstUse<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    const made = (this.#made ??= this.#make());
    made.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return made;
  }

  /** What was made, for whoever ends it; `undefined` where nothing was, or could be. */
  async take(): Promise<T | undefined> {
    const made = this.#made;
    this.#made = undefined;
    return made?.catch(() => undefined);
  }
}
