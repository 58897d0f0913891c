// Where the user is, as far as VS Code tells: whoever turned to something else is not called away by a question or a result.
import { AsyncLocalStorage } from "node:async_hooks";
import { TextEditorSelectionChangeKind, window } from "vscode";

/** What began with one command, button or tool call: its waits and its questions. */
export interface Flow {
  /** Where the user is, seen from it. */
  user:
    | "here"
    /** They turned to something else in this window. */
    | "elsewhere"
    /** The same, and a notice has said that a question of it waits. */
    | "noticed"
    /** They turned to another window or program: nobody types into this window meanwhile. */
    | "outside"
    /** An agent began it, and no question of it opens. */
    | "agent";
}

/** How much later VS Code may tell that the window has lost the focus than that an input has, in milliseconds. */
const blurMs = 1_000;
const flows = new AsyncLocalStorage<Flow>();
/** Work that no command began. */
const background: Flow = { user: "here" };
/** The flow that the user is at, or was at last. */
let at = background;
let attendedAt = 0;
let leftAt = 0;
let wroteAt = 0;

/** The flow that the running code belongs to. */
export function currentFlow(): Flow {
  return flows.getStore() ?? background;
}

/** Does what the user asks for by a command or a button: they leave what they were at before. */
export function begin<T>(work: () => T): T {
  return flows.run({ user: "here" }, () => {
    attended();
    return work();
  });
}

/** Does what an agent asks for: the user is not at it, and no list or input opens. */
export function beginForAgent<T>(work: () => T): T {
  return flows.run({ user: "agent" }, work);
}

/** Notes that the user has just asked for something in a flow, or answered. */
export function attended(flow = currentFlow()): void {
  attendedAt = Date.now();
  if (flow.user === "agent") return;
  if (at !== flow) mayHaveLeft(at);
  at = flow;
  flow.user = "here";
}

/** Notes that the user turned from a flow to something else, such as the palette or an editor. */
export function turnedAway(flow: Flow): void {
  if (flow.user === "here") flow.user = "elsewhere";
  if (flow !== at) return;
  attendedAt = 0;
  leftAt = Date.now();
  if (!window.state.focused) flow.user = "outside";
}

/** Notes that the user has had time to turn from a flow to something else, and nothing on screen tells whether they did. */
export function mayHaveLeft(flow: Flow): void {
  // Nobody was at work that no command began.
  if (flow !== background && flow.user === "here") flow.user = "elsewhere";
}

/** Whether the user is still at a flow: its question may take the place of whatever is on screen. */
export function isWelcome({ user }: Flow): boolean {
  return (user === "here" || user === "outside") && !isWriting();
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
      if (focused && at.user === "outside") at.user = "elsewhere";
      if (!focused && at.user === "elsewhere" && Date.now() - leftAt < blurMs) at.user = "outside";
    }),
  ];
  return { dispose: () => following.forEach((one) => void one.dispose()) };
}

/** Whether the user has turned to a text since they asked for something or answered. */
export function isWriting(): boolean {
  return wroteAt > attendedAt && window.activeTextEditor !== undefined;
}

/** How long ago the user asked for something or answered, in milliseconds, and has not turned away since. */
export function attendedMs(): number {
  return Date.now() - attendedAt;
}
