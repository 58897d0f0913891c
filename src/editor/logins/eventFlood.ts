/** In a second: more than any login can have, which waits for a website or a person. */
const mostEvents = 100;
/** How many seconds running may have more. */
const mostSeconds = 2;

/** Tells a stream that floods from one that has much to say at once. */
export class EventFlood {
  #second = 0;
  #events = 0;
  #seconds = 0;

  /** Counts an event at a time in milliseconds; whether the seconds before it were a flood. */
  counts(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#seconds = this.#events > mostEvents && second === this.#second + 1 ? this.#seconds + 1 : 0;
      this.#second = second;
      this.#events = 0;
    }
    this.#events++;
    return this.#seconds >= mostSeconds;
  }
}
