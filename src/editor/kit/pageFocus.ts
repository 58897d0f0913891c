// VS Code gives a page that comes to the front the focus at once, and again when the page has loaded. Meanwhile the
// next command may have asked its first question, which would close without a word.
import type { InputBox, QuickPick, QuickPickItem } from "vscode";

/** What a question is asked with. */
export type Question = InputBox | QuickPick<QuickPickItem>;

/** How long after it was drawn a page may still be given the focus, in milliseconds: seconds on a crowded machine. */
const lateMs = 10_000;
/** A question that outlives a page's taking the focus. */
interface Guarded {
  /** Makes it a question like any other again. */
  readonly release: () => void;
  readonly showAnew: () => void;
}
const guarded = new Set<Guarded>();
let isComing = false;
let drawn: NodeJS.Timeout | undefined;

function stopWaiting(): void {
  clearTimeout(drawn);
  drawn = undefined;
}

/** Notes that VS Code was asked to give a page the focus. */
export function pageComes(): void {
  stopWaiting();
  isComing = true;
}

/** Notes that the page is there: soon it takes the focus only where the user gives it. */
export function pageDrawn(): void {
  drawn ??= setTimeout(pageGone, lateMs).unref();
}

/** Notes that no page comes any more. */
export function pageGone(): void {
  stopWaiting();
  isComing = false;
  for (const { release } of guarded) release();
  guarded.clear();
}

/**
 * Gives the focus that a page has just taken back to the question that it was taken from: that is shown anew, as VS
 * Code's own command for it leads to the list, where nothing can be typed, and to none where there is no list.
 */
export function pageTookFocus(): void {
  // The last one alone: those before it may not know yet that they gave way to it.
  [...guarded].at(-1)?.showAnew();
}

/**
 * Follows a question, from before it is shown, and tells once it is left. One that is shown while a page is coming stays
 * open when that takes the focus.
 */
export function untilLeft(question: Question, left: () => void): { readonly dispose: () => void } {
  const usual = question.ignoreFocusOut;
  let hiding = 0;
  const hidden = question.onDidHide(() => {
    if (hiding === 0) left();
    else hiding -= 1;
  });
  const guard: Guarded = {
    release: () => {
      question.ignoreFocusOut = usual;
    },
    showAnew: () => {
      hiding += 1;
      showAnew(question);
    },
  };
  if (isComing) {
    guarded.add(guard);
    question.ignoreFocusOut = true;
  }
  return {
    dispose: () => {
      hidden.dispose();
      guarded.delete(guard);
    },
  };
}

/**
 * The input has the focus then. What is set while it is hidden comes with it, at once: of a list VS Code forgets the rows,
 * and tells late which is active; given none of them, it would have none.
 */
function showAnew(question: Question): void {
  question.hide();
  if ("items" in question) {
    const { activeItems, items, selectedItems } = question;
    question.items = items;
    const active = activeItems.filter((item) => items.includes(item));
    if (active.length > 0) question.activeItems = active;
    // A row that is selected in a list of single choice counts as accepted.
    if (question.canSelectMany) question.selectedItems = selectedItems;
  } else {
    // Else all of it is selected, and gone with the next key.
    question.valueSelection = [question.value.length, question.value.length];
  }
  question.show();
}
