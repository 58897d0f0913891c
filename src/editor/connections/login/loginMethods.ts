import { env, l10n, UIKind } from "vscode";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { confirm } from "../../kit/notify.ts";
import { type Choice, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { joinSentences } from "../../words/sentences.ts";
import type { LoginMethod } from "../context/loginMemory.ts";

/** Prompts for the login method: in the browser or in VS Code. Returns undefined if the user cancels. */
export async function chooseLoginMethod(
  frame: Frame,
  access: AccountAccess,
  lastMethod: LoginMethod,
): Promise<LoginMethod | undefined> {
  // With VS Code for the Web, the sandbox runs on the VS Code host, which the user's browser may not be able to
  // reach.
  const unreachable = access.account.kind === "sandbox" && env.uiKind === UIKind.Web;
  const browser: Choice<LoginMethod> = {
    label: l10n.t("In the Browser"),
    icon: "link-external",
    detail: unreachable
      ? l10n.t("The login page runs on the VS Code host and may not open here.")
      : l10n.t("Opens the login page, which links back to VS Code"),
    value: "browser",
  };
  const inEditor: Choice<LoginMethod> = {
    label: l10n.t("In VS Code"),
    icon: "record-keys",
    detail: l10n.t("Answer in VS Code. VS Code stores nothing."),
    value: "here",
  };
  const answer = await pickOne<LoginMethod>({
    frame,
    placeholder: l10n.t("Choose how to log in"),
    choices: unreachable ? [inEditor, browser] : [browser, inEditor],
    ...(!unreachable && { active: (method) => method === lastMethod }),
  });
  return answer.value;
}

/**
 * A way to continue a login without answering in VS Code: open its page (`page`) or replace the login with a new one
 * (`over`).
 */
export type AlternativeMethod = "page" | "over";

/** A way to continue a login that is already running. `here` means to answer in VS Code. */
export type ContinueMethod = "here" | AlternativeMethod;

/** Prompts for a way to continue a login that currently asks no question. Returns undefined if the user cancels. */
export async function chooseContinueMethod(
  frame: Frame,
  running: string,
  methods: readonly Choice<AlternativeMethod>[],
): Promise<ContinueMethod | undefined> {
  const answer = await pickOne<ContinueMethod>({
    frame,
    placeholder: l10n.t("Choose how to continue"),
    prompt: running,
    choices: [
      {
        label: l10n.t("Continue in VS Code"),
        icon: "record-keys",
        detail: l10n.t("Answer in VS Code. VS Code stores nothing."),
        value: "here",
      },
      ...methods,
    ],
  });
  return answer.value;
}

/** Returns the alternatives to answering in VS Code. The login page is included only if `hasPage` is true. */
export function alternativeMethods(hasPage: boolean): readonly Choice<AlternativeMethod>[] {
  const page: Choice<AlternativeMethod> = {
    label: l10n.t("Open Login Page"),
    icon: "link-external",
    detail: l10n.t("The link works once. If the link was used, start over."),
    value: "page",
  };
  const restart: Choice<AlternativeMethod> = {
    label: l10n.t("Start Over…"),
    icon: "refresh",
    detail: l10n.t("Ends this login and starts a new one"),
    value: "over",
  };
  return hasPage ? [page, restart] : [restart];
}

/**
 * Asks the user to confirm that a new login may end the running login. Callers that don't explain the situation
 * elsewhere pass introductory sentences in `intro`.
 */
export async function confirmStartOver(site: string, intro: readonly string[] = []): Promise<boolean> {
  return confirm(
    l10n.t("Start over at {0}?", site),
    joinSentences([...intro, l10n.t("Starting over ends this login and discards what was entered.")]),
    l10n.t("Start Over"),
  );
}
