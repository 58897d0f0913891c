import type { Countdown } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";
import { el } from "./dom.ts";

/** The sentence of a countdown, with its control. */
export interface RunningCountdown {
  readonly sentence: HTMLElement;
  /** Updates the sentence each second; calls `over` once with the last sentence when the countdown ends. */
  start(over: (text: string) => void): void;
  /** Stops the updates. */
  stop(): void;
}

/** Draws a countdown in words of `lang`; call `start` to run it. */
export function renderCountdown({ after, before, until }: Countdown, lang: string): RunningCountdown {
  // Screen readers do not announce each change of a timer.
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
      // A timeout per second, not an interval: correct at once after the computer slept.
      timer = window.setTimeout(() => start(over), (until - Date.now()) % 1_000 || 1_000);
    } else if (!wasOver) over(after);
  };
  draw();
  return { sentence, start, stop };
}

/** The time left, rounded: in seconds up to a minute, in minutes up to two hours, else in hours. */
function timeLeft(seconds: number, lang: string): string {
  const [unit, size] = seconds > 7_200 ? ["hour", 3_600] : seconds > 60 ? ["minute", 60] : ["second", 1];
  const value = Math.round(seconds / size);
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
