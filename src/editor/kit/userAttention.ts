// Where the user is, as far as VS Code tells: whoever went on to something else is not called away by a result.
import { TextEditorSelectionChangeKind, window } from "vscode";
import type { Disposable } from "vscode";

/** Work that takes longer leaves the user time to turn to something else. */
const longMs = 3_000;
let attendedAt = 0;
let wroteAt = 0;
let questions = 0;
let isAway = false;

/** Notes that the user has just asked for something, or answered. */
export function attended(): void {
  attendedAt = Date.now();
  isAway = false;
}

/** Notes that the user turned to something else of VS Code while waiting, such as the palette. */
export function turnedAway(): void {
  attendedAt = 0;
  isAway = true;
}

/** Whether a wait may come before the user: it would close what they turned to, or another question. */
export function isWaitWelcome(): boolean {
  return !isAway && questions === 0;
}

/** Whether a question is on screen, which another one would take the place of. */
export function isAsking(): boolean {
  return questions > 0;
}

/** Notes that a question is on screen, until it is disposed of. */
export function questionOpens(): { readonly dispose: () => void } {
  questions += 1;
  return {
    dispose: () => {
      questions -= 1;
      attended();
    },
  };
}

/** Notices when the user works on a text. */
export function followWriting(): Disposable {
  return window.onDidChangeTextEditorSelection(({ kind }) => {
    // What an extension does to a text has another kind, or none.
    if (kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse)
      wroteAt = Date.now();
  });
}

/**
 * Whether the user still waits for what was asked last ("here"), may have turned to something else ("elsewhere"), or
 * has certainly turned to a text ("writing").
 */
export function whereabouts(): "here" | "elsewhere" | "writing" {
  if (wroteAt > attendedAt && window.activeTextEditor !== undefined) return "writing";
  return questions > 0 || Date.now() - attendedAt > longMs ? "elsewhere" : "here";
}
