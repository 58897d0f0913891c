import type { Countdown } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";
import { el } from "./dom.ts";

/** The sentence of a countdown, and what makes it go on. */
export interface RunningCountdown {
  readonly sentence: HTMLElement;
  /** Lets it go on from now; `over` is told the last sentence, once, if it ends meanwhile. */
  start(over: (text: string) => void): void;
  /** Leaves no timer behind. */
  stop(): void;
}

/** Draws a countdown in words of `lang`; it stands until it is started. */
export function renderCountdown({ after, before, until }: Countdown, lang: string): RunningCountdown {
  // A timer is not read out at each change, as other text that changes would be.
  const sentence = el("p", "summary");
  sentence.setAttribute("role", "timer");
  let timer: number | undefined;
  const draw = (): number => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
    sentence.textContent = visible(
      seconds === 0 ? after : before.replace("{0}", () => timeLeft(seconds, lang)),
    );
    return seconds;
  };
  const stop = (): void => window.clearTimeout(timer);
  const start = (over: (text: string) => void): void => {
    stop();
    const wasOver = sentence.textContent === visible(after);
    if (draw() > 0) {
      // Each second anew, and not by an interval: a computer that slept is right at once.
      timer = window.setTimeout(() => start(over), (until - Date.now()) % 1_000 || 1_000);
    } else if (!wasOver) over(after);
  };
  draw();
  return { sentence, start, stop };
}

/** The time left in whole seconds in the last minute, in minutes in the last two hours, else in hours; never too short. */
function timeLeft(seconds: number, lang: string): string {
  const [unit, size] = seconds > 7_200 ? ["hour", 3_600] : seconds > 60 ? ["minute", 60] : ["second", 1];
  const value = Math.ceil(seconds / size);
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
