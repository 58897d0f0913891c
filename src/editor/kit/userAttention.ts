// Where the user is, as far as VS Code tells: whoever turned to something else is not called away by a question or a result.
import { AsyncLocalStorage } from "node:async_hooks";
import { TextEditorSelectionChangeKind, window } from "vscode";

/** What began with one command, button or tool call: its waits and its questions. */
export interface Flow {
  readonly byAgent: boolean;
  /** Whether the user has turned to something else. */
  isLeft: boolean;
  /** Whether that was another window or program: nobody types into this window meanwhile. */
  isOutside: boolean;
}

/** Work that takes longer leaves the user time to turn to something else. */
const longMs = 3_000;
/** How much later VS Code may tell that the window has lost the focus than that an input has, in milliseconds. */
const blurMs = 1_000;
const flows = new AsyncLocalStorage<Flow>();
/** Work that no command began. */
const background: Flow = { byAgent: false, isLeft: false, isOutside: false };
/** The flow that the user is at, or was at last. */
let at = background;
let attendedAt = 0;
let leftAt = 0;
let wroteAt = 0;
let questions = 0;

/** The flow that the running code belongs to. */
export function currentFlow(): Flow {
  return flows.getStore() ?? background;
}

/** Does what the user asks for by a command or a button: they leave what they were at before. */
export function begin<T>(work: () => T): T {
  return flows.run({ byAgent: false, isLeft: false, isOutside: false }, () => {
    attended();
    return work();
  });
}

/** Does what an agent asks for: the user is not at it, and no list or input opens. */
export function beginForAgent<T>(work: () => T): T {
  return flows.run({ byAgent: true, isLeft: true, isOutside: false }, work);
}

/** Notes that the user has just asked for something in a flow, or answered. */
export function attended(flow = currentFlow()): void {
  attendedAt = Date.now();
  if (flow.byAgent) return;
  if (at !== flow && at !== background) at.isLeft = true;
  at = flow;
  flow.isLeft = false;
  flow.isOutside = false;
}

/** Notes that the user turned from a flow to something else, such as the palette or an editor. */
export function turnedAway(flow: Flow): void {
  flow.isLeft = true;
  if (flow !== at) return;
  attendedAt = 0;
  leftAt = Date.now();
  flow.isOutside = !window.state.focused;
}

/** Notes that the user has had time to turn from a flow to something else, and nothing on screen tells whether they did. */
export function mayHaveLeft(flow: Flow): void {
  // Nobody was at work that no command began.
  if (flow !== background) flow.isLeft = true;
}

/** Whether the user is still at a flow: its question may take the place of whatever is on screen. */
export function isWelcome(flow: Flow): boolean {
  return (!flow.isLeft || flow.isOutside) && !isWriting();
}

/** Whether a question is on screen, which no wait takes away. */
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

/** Notices when the user works on a text, and when they leave the window and come back. */
export function followUser(): { readonly dispose: () => void } {
  const following = [
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // What an extension does to a text has another kind, or none.
      if (kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse)
        wroteAt = Date.now();
    }),
    window.onDidChangeWindowState(({ focused }) => {
      at.isOutside = !focused && at.isLeft && Date.now() - leftAt < blurMs;
    }),
  ];
  return { dispose: () => following.forEach((one) => void one.dispose()) };
}

function isWriting(): boolean {
  return wroteAt > attendedAt && window.activeTextEditor !== undefined;
}

/**
 * Whether the user still waits for what was asked last ("here"), may have turned to something else ("elsewhere"), or
 * has certainly turned to a text ("writing").
 */
export function whereabouts(): "here" | "elsewhere" | "writing" {
  if (isWriting()) return "writing";
  return isAsking() || Date.now() - attendedAt > longMs ? "elsewhere" : "here";
}
