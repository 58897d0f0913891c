// Tracks whether the user is still present, so that no question or result interrupts other work.
import { AsyncLocalStorage } from "node:async_hooks";
import { TextEditorSelectionChangeKind, window } from "vscode";

/** A run of one command, button or tool call, with all its waits and questions. */
export interface UserInteraction {
  /** Presence of the user in this interaction. */
  user:
    | "here"
    /** The user does something else in this window. */
    | "elsewhere"
    /** Like "elsewhere", and a notification has reported a waiting question. */
    | "noticed"
    /** The user is in another window or program, so a question can't catch keys meant for something else. */
    | "outside"
    /** Started by an agent. Questions never open. */
    | "agent";
}

/** Maximum delay between the blur of an input and the blur event of its window, in milliseconds. */
const lateBlurMs = 1_000;
const interactionStorage = new AsyncLocalStorage<UserInteraction>();
/** The interaction of work that no command started. */
const backgroundInteraction: UserInteraction = { user: "here" };
/** The interaction in which the user is or was last. */
let activeInteraction = backgroundInteraction;
let lastActiveAt = 0;
let lastLeftAt = 0;
let lastTypedAt = 0;

/** Returns the interaction of the running code. */
export function currentInteraction(): UserInteraction {
  return interactionStorage.getStore() ?? backgroundInteraction;
}

/** Runs a command or button of the user in an interaction of its own. The user leaves the previous interaction. */
export function runForUser<T>(work: () => T): T {
  return interactionStorage.run({ user: "here" }, () => {
    noteUserActive();
    return work();
  });
}

/** Runs the request of an agent. The user isn't present, and no list or input opens. */
export function runForAgent<T>(work: () => T): T {
  return interactionStorage.run({ user: "agent" }, work);
}

/** Notes that the user has just started a command or answered a question. */
export function noteUserActive(interaction = currentInteraction()): void {
  lastActiveAt = Date.now();
  if (interaction.user === "agent") return;
  if (activeInteraction !== interaction) assumeUserLeft(activeInteraction);
  activeInteraction = interaction;
  interaction.user = "here";
}

/** Notes that the user has left an interaction, for example for the command palette or an editor. */
export function noteUserLeft(interaction: UserInteraction): void {
  if (interaction.user === "here") interaction.user = "elsewhere";
  if (interaction !== activeInteraction) return;
  lastActiveAt = 0;
  lastLeftAt = Date.now();
  if (!window.state.focused) interaction.user = "outside";
}

/** Notes that the user may have left an interaction, because it took long and no input on screen proves otherwise. */
export function assumeUserLeft(interaction: UserInteraction): void {
  // The user was never present in background work.
  if (interaction !== backgroundInteraction && interaction.user === "here") interaction.user = "elsewhere";
}

/** True if a question of the interaction may replace the input on screen, because the user is still present. */
export function mayInterrupt({ user }: UserInteraction): boolean {
  return (user === "here" || user === "outside") && !isUserTyping();
}

/** Tracks typing in editors and the focus of the window until disposed. */
export function trackUser(): { readonly dispose: () => void } {
  const following = [
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // Selections that an extension changes have another kind or none.
      if (kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse)
        lastTypedAt = Date.now();
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && activeInteraction.user === "outside") activeInteraction.user = "elsewhere";
      if (!focused && activeInteraction.user === "elsewhere" && Date.now() - lastLeftAt < lateBlurMs)
        activeInteraction.user = "outside";
    }),
  ];
  return { dispose: () => following.forEach((one) => void one.dispose()) };
}

/** True if the user has typed or clicked in an editor since the last command or answer. */
export function isUserTyping(): boolean {
  return lastTypedAt > lastActiveAt && window.activeTextEditor !== undefined;
}

/** Milliseconds since the last command or answer. Very large if the user has left since. */
export function msSinceUserActive(): number {
  return Date.now() - lastActiveAt;
}
