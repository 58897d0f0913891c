import type { CardCountdown } from "../card/card.ts";
import { visibleText } from "../domain/text/visible.ts";
import { el } from "./dom.ts";

export interface RunningCountdown {
  readonly sentence: HTMLElement;
  /** Updates the sentence every second. When the countdown ends, calls `onEnd` once with the final sentence. */
  start(onEnd: (text: string) => void): void;
  stop(): void;
}

/**
 * Renders a countdown. `lang` is the language of the remaining time. The countdown doesn't run until {@link
 * RunningCountdown.start} is called.
 */
export function renderCountdown({ after, before, until }: CardCountdown, lang: string): RunningCountdown {
  // The timer role keeps screen readers from announcing every change.
  const sentence = el("p", "summary");
  sentence.setAttribute("role", "timer");
  let timer: number | undefined;
  const draw = (): number => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
    const text = seconds === 0 ? after : before.replace("{0}", () => timeLeft(seconds, lang));
    sentence.textContent = visibleText(text);
    return seconds;
  };
  const stop = (): void => window.clearTimeout(timer);
  const start = (onEnd: (text: string) => void): void => {
    stop();
    const hadEnded = sentence.textContent === visibleText(after);
    if (draw() > 0) {
      // Use a new timeout for each second instead of an interval, so that the time is correct right after the
      // computer resumes from sleep.
      timer = window.setTimeout(() => start(onEnd), (until - Date.now()) % 1_000 || 1_000);
    } else if (!hadEnded) onEnd(after);
  };
  draw();
  return { sentence, start, stop };
}

/** Formats the remaining time, rounded: in seconds up to a minute, in minutes up to two hours, otherwise in hours. */
function timeLeft(seconds: number, lang: string): string {
  const format = (unit: string, value: number): string =>
    new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(Math.round(value));
  if (seconds > 7_200) return format("hour", seconds / 3_600);
  if (seconds > 60) return format("minute", seconds / 60);
  return format("second", seconds);
}
