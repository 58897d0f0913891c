import { env, l10n, UIKind } from "vscode";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { confirm } from "../../kit/notify.ts";
import { type Choice, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { joinSentences } from "../../words/sentences.ts";
import type { LoginMethod } from "../context/loginMemory.ts";

/** Prompts for the place to log in: browser or VS Code. Returns undefined if the user cancels. */
export async function chooseLoginMethod(
  frame: Frame,
  access: AccountAccess,
  last: LoginMethod,
): Promise<LoginMethod | undefined> {
  // The sandbox runs on the VS Code host, which the user's browser may not reach.
  const unreachable = access.account.kind === "sandbox" && env.uiKind === UIKind.Web;
  const browser: Choice<LoginMethod> = {
    label: l10n.t("In the Browser"),
    icon: "link-external",
    detail: unreachable
      ? l10n.t("The login page runs on the VS Code host and may not open here.")
      : l10n.t("Opens the login page, which links back to VS Code"),
    value: "browser",
  };
  const here: Choice<LoginMethod> = {
    label: l10n.t("In VS Code"),
    icon: "record-keys",
    detail: l10n.t("Answer in VS Code. VS Code stores nothing."),
    value: "here",
  };
  const answer = await pickOne<LoginMethod>({
    frame,
    placeholder: l10n.t("Choose how to log in"),
    choices: unreachable ? [here, browser] : [browser, here],
    ...(!unreachable && { active: (way) => way === last }),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

/** A way to continue a login without answering here: open its page (`page`) or replace it by a new login (`over`). */
export type AlternativeMethod = "page" | "over";

/** The user's choice for a login that is already running. */
export type ContinueMethod = "here" | AlternativeMethod;

/** Prompts for the way to continue a login that has no question right now. Returns undefined if the user cancels. */
export async function chooseContinueMethod(
  frame: Frame,
  running: string,
  ways: readonly Choice<AlternativeMethod>[],
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
      ...ways,
    ],
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

/** Returns the alternatives to answering here. The login's page is included only if it can be opened. */
export function alternativeMethods(hasPage: boolean): readonly Choice<AlternativeMethod>[] {
  const page: Choice<AlternativeMethod> = {
    label: l10n.t("Open Login Page"),
    icon: "link-external",
    detail: l10n.t("The link works once. If the link was used, start over."),
    value: "page",
  };
  const over: Choice<AlternativeMethod> = {
    label: l10n.t("Start Over…"),
    icon: "refresh",
    detail: l10n.t("Ends this login and starts a new one"),
    value: "over",
  };
  return hasPage ? [page, over] : [over];
}

/**
 * Confirms that a new login may end the running one. `why` is an introduction for callers whose UI doesn't show the
 * reason.
 */
export async function confirmStartOver(site: string, why: readonly string[] = []): Promise<boolean> {
  return confirm(
    l10n.t("Start over at {0}?", site),
    joinSentences([...why, l10n.t("Starting over ends this login and discards what was entered.")]),
    l10n.t("Start Over"),
  );
}
