import { randomInt } from "node:crypto";

/** Reproducible random numbers: the same seed returns the same sequence. */
export interface Chance {
  readonly seed: number;
  /** Returns the next number in [0, 1). */
  readonly next: () => number;
}

/** Returns a mulberry32 generator. The seed defaults to the variable SEED, otherwise to a random number. */
export function chance(seed = Number(process.env["SEED"] ?? randomInt(2 ** 31))): Chance {
  let state = seed;
  return {
    seed,
    next: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
