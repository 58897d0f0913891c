// VS Code gives a page that comes to the front the focus at once, and again when the page has loaded. Meanwhile the
// next command may have asked its first question, which would close without a word.
import { commands } from "vscode";
import type { QuickInput } from "vscode";

/** How long after it was drawn a page may still be given the focus, in milliseconds: seconds on a crowded machine. */
const lateMs = 10_000;
/** The questions that outlive a page's taking the focus, each with how to make it one like any other again. */
const guarded = new Map<QuickInput, () => void>();
let isComing = false;
let drawn: NodeJS.Timeout | undefined;

/** Notes that VS Code was asked to give a page the focus. */
export function pageComes(): void {
  clearTimeout(drawn);
  isComing = true;
}

/** Notes that the page is there: soon it takes the focus only where the user gives it. */
export function pageDrawn(): void {
  clearTimeout(drawn);
  drawn = setTimeout(pageGone, lateMs).unref();
}

/** Notes that no page comes any more. */
export function pageGone(): void {
  clearTimeout(drawn);
  isComing = false;
  for (const release of guarded.values()) release();
  guarded.clear();
}

/** Gives the focus that a page has just taken back to the question that it was taken from. */
export async function pageTookFocus(): Promise<void> {
  if (guarded.size > 0) await commands.executeCommand("workbench.action.focusQuickOpen");
}

/** Keeps a question open while a page that is coming takes the focus; to be called before the question is shown. */
export function outlivePage(question: QuickInput): { readonly dispose: () => void } {
  if (isComing) {
    const usual = question.ignoreFocusOut;
    guarded.set(question, () => (question.ignoreFocusOut = usual));
    question.ignoreFocusOut = true;
  }
  return { dispose: () => guarded.delete(question) };
}
