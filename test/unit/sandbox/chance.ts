import { randomInt } from "node:crypto";

/** Chance that can be had again: the same seed gives the same numbers. */
export interface Chance {
  readonly seed: number;
  /** A number from 0 up to, but not, 1. */
  readonly next: () => number;
}

/** With the seed of the environment variable SEED where it is set (mulberry32). */
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
