// Tracks the presence of the user, so that no question or result interrupts other work.
import { AsyncLocalStorage } from "node:async_hooks";
import { TextEditorSelectionChangeKind, window } from "vscode";

/** One run of a command, button or tool call, including all of its questions and loading indicators. */
export interface UserInteraction {
  /** The user's presence in this interaction. */
  user:
    | "here"
    /** The user is doing something else in this window. */
    | "elsewhere"
    /** Like "elsewhere", but a notification has already announced that a question is waiting. */
    | "noticed"
    /** The user is in another window or program. A question may open, because it can't receive their keystrokes. */
    | "outside"
    /** An agent started the interaction. Its questions never open. */
    | "agent";
}

/** Maximum delay between an input losing the focus and its window losing the focus, in milliseconds. */
const lateBlurMs = 1_000;
const interactionStorage = new AsyncLocalStorage<UserInteraction>();
/** The interaction for work that no command has started. */
const backgroundInteraction: UserInteraction = { user: "here" };
/** The interaction in which the user is present or was last present. */
let activeInteraction = backgroundInteraction;
let lastActiveAt = 0;
let lastLeftAt = 0;
let lastTypedAt = 0;

export function currentInteraction(): UserInteraction {
  return interactionStorage.getStore() ?? backgroundInteraction;
}

/** Runs a command or button in a new interaction with the user. The user leaves the previous interaction. */
export function runForUser<T>(work: () => T): T {
  const interaction: UserInteraction = { user: "here" };
  noteUserActive(interaction);
  return interactionStorage.run(interaction, work);
}

/** Runs an agent's request in a new interaction without the user, so that the request never opens a list or input. */
export function runForAgent<T>(work: () => T): T {
  return interactionStorage.run({ user: "agent" }, work);
}

/** Call when the user has just started a command or answered a question. */
export function noteUserActive(interaction = currentInteraction()): void {
  lastActiveAt = Date.now();
  if (interaction.user === "agent") return;
  if (activeInteraction !== interaction) assumeUserLeft(activeInteraction);
  activeInteraction = interaction;
  interaction.user = "here";
}

/** Call when the user has left an interaction, for example for the command palette or an editor. */
export function noteUserLeft(interaction: UserInteraction): void {
  if (interaction.user === "here") interaction.user = "elsewhere";
  if (interaction !== activeInteraction) return;
  lastActiveAt = 0;
  lastLeftAt = Date.now();
  if (!window.state.focused) interaction.user = "outside";
}

/**
 * Call when the user may have left an interaction, because the interaction has taken a long time and no input on
 * screen proves that the user is still present.
 */
export function assumeUserLeft(interaction: UserInteraction): void {
  // The user was never present in background work.
  if (interaction !== backgroundInteraction && interaction.user === "here") interaction.user = "elsewhere";
}

/**
 * True if a question of the interaction may replace the input on screen, because the user is still present and isn't
 * typing in an editor.
 */
export function mayInterrupt({ user }: UserInteraction): boolean {
  return (user === "here" || user === "outside") && !isUserTyping();
}

/** Tracks typing in editors and the focus of the window until disposed. */
export function trackUser(): { readonly dispose: () => void } {
  const following = [
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // If an extension changes the selection, the kind is different or undefined.
      if (kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse)
        lastTypedAt = Date.now();
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && activeInteraction.user === "outside") activeInteraction.user = "elsewhere";
      if (!focused && activeInteraction.user === "elsewhere" && Date.now() - lastLeftAt < lateBlurMs)
        activeInteraction.user = "outside";
    }),
  ];
  return { dispose: () => following.forEach((disposable) => void disposable.dispose()) };
}

/** True if the user has typed or clicked in an editor since the last command or answer. */
export function isUserTyping(): boolean {
  return lastTypedAt > lastActiveAt && window.activeTextEditor !== undefined;
}

/** Milliseconds since the user's last command or answer. Very large if the user has left the interaction since then. */
export function msSinceUserActive(): number {
  return Date.now() - lastActiveAt;
}
