import { env, l10n, UIKind } from "vscode";
import { parseBaseUrl } from "../../../api/baseUrl.ts";
import { publicBaseUrl } from "../../../domain/code/codeTarget.ts";
import { sandboxAccount, type Account } from "../accounts.ts";
import { inform, warn } from "../../kit/notify.ts";
import {
  askText,
  disposeIdleInput,
  pickOne,
  type Answer,
  type Choice,
  type Frame,
} from "../../kit/inputs/ask.ts";
import { type InputCheck, checkName, inputError, inputInfo } from "../../words/inputChecks.ts";
import { useAccount, type AccountParts, openAccess } from "./useAccount.ts";
import {
  askToken,
  refusedTokenCheck,
  verifyOrSaveToken,
  baseUrlFault,
  type TokenAnswer,
} from "./askToken.ts";
import { displayAddress, displayHost } from "../accountLabels.ts";
import { checkToken } from "../../../api/token.ts";
import { display } from "../../../domain/text/display.ts";
import { joinSentences } from "../../words/sentences.ts";
import type { AccountAccess } from "../clientFactory.ts";

type SignInTarget =
  | EnvironmentTarget
  | { readonly kind: "service"; readonly baseUrl: string }
  | { readonly kind: "other" }
  | { readonly kind: "sandbox" };

/** Signs in to a new account and activates it in this window. Returns undefined if the user cancels. */
export async function signInWindow(parts: AccountParts): Promise<Account | undefined> {
  const account = await signIn(parts).finally(disposeIdleInput);
  if (account === undefined || !(await useAccount(parts, account, l10n.t("Sign In")))) return undefined;
  return account;
}

/** Prompts for a service and a token and stores the account. Returns undefined if the user cancels. */
export async function signIn(parts: AccountParts): Promise<Account | undefined> {
  const title = l10n.t("Sign In");
  const frame = { title, back: true, stays: true };
  let typedAddress = "";
  let asksAddress = false;
  for (;;) {
    const target: Answer<SignInTarget> = asksAddress
      ? { kind: "accepted", value: { kind: "other" } }
      : await pickOne<SignInTarget>({
          frame: { ...frame, back: false },
          placeholder: l10n.t("Choose where to sign in"),
          choices: withEnvironmentChoice(parts.environment, signInChoices()),
        });
    asksAddress = false;
    if (target.kind !== "accepted") return undefined;
    if (target.value.kind === "sandbox") return sandboxAccount;
    if (target.value.kind === "environment") {
      const consent = await confirmTokenHost(target.value);
      if (consent.kind === "cancelled") return undefined;
      if (consent.kind !== "accepted" || !consent.value) continue;
    }
    const answer =
      target.value.kind === "other"
        ? await askBaseUrl(frame, typedAddress)
        : ({ kind: "accepted", value: target.value.baseUrl } as const);
    if (answer.kind === "cancelled") return undefined;
    if (answer.kind === "back") {
      typedAddress = answer.typed;
      continue;
    }
    const parsed = parseBaseUrl(answer.value);
    if (!parsed.ok) continue;
    const tokenPrompt = { service: parts.service, frame, baseUrl: parsed.url, isNew: true };
    let token: TokenAnswer | { readonly kind: "refused" } = await (target.value.kind === "environment"
      ? verifyOrSaveToken(tokenPrompt, target.value.token)
      : askToken(tokenPrompt));
    if (token.kind === "refused") token = await askToken(tokenPrompt, refusedTokenCheck());
    if (token.kind === "cancelled") return undefined;
    if (token.kind === "accepted") return storeAccount(parts, parsed.url, token.value);
    asksAddress = token.kind === "changeAddress" || target.value.kind === "other";
    if (asksAddress) typedAddress = answer.value;
  }
}

function signInChoices(): readonly Choice<SignInTarget>[] {
  return [
    {
      label: l10n.t("Kernel"),
      description: displayAddress(publicBaseUrl),
      value: { kind: "service", baseUrl: publicBaseUrl },
    },
    { label: l10n.t("Other Server…"), value: { kind: "other" } },
    {
      label: l10n.t("Sandbox"),
      description: l10n.t("sample data on this computer"),
      value: { kind: "sandbox" },
    },
  ];
}

function askBaseUrl(frame: Frame, value: string): Promise<Answer<string>> {
  return askText({
    frame,
    prompt: l10n.t("Base URL of the server"),
    placeholder: "https://api.example.com",
    value,
    check: (text): InputCheck | undefined => {
      const parsed = parseBaseUrl(text);
      if (!parsed.ok) return inputError(baseUrlFault(parsed.reason));
      if (parsed.url === text) return undefined;
      return inputInfo(l10n.t("Press Enter to use {0}", displayAddress(parsed.url)));
    },
  });
}

async function storeAccount(
  { accounts }: AccountParts,
  baseUrl: string,
  token: string,
): Promise<Account | undefined> {
  const { host } = new URL(baseUrl);
  const sameHost = (await accounts.list()).filter((account) => new URL(account.baseUrl).host === host);
  const takenNames = sameHost.map((account) => account.label);
  const label = takenNames.length === 0 ? host : await askAccountName(host, takenNames);
  if (label === undefined) {
    void inform(l10n.t("Not signed in, because the account needs a name."));
    return undefined;
  }
  const account = await accounts.add(label, baseUrl, token);
  if (env.uiKind === UIKind.Web) void inform(l10n.t("Signed in. Reload other windows to sign in there."));
  return account;
}

/** Prompts for a name for the account. Only needed if another account on the same host has the default name. */
async function askAccountName(host: string, takenNames: readonly string[]): Promise<string | undefined> {
  const answer = await askText({
    frame: { title: l10n.t("Sign In"), back: false, stays: true },
    prompt: l10n.t("You already have an account at {0}. Name this account.", host),
    value: `${host} (${takenNames.length + 1})`,
    check: (label) =>
      takenNames.includes(label)
        ? inputError(l10n.t("Another account has this name."))
        : checkName(l10n.t("The account name"), label),
  });
  return answer.value;
}

interface EnvironmentTarget {
  readonly kind: "environment";
  readonly baseUrl: string;
  readonly token: string;
}

/**
 * Adds a row for the account from the environment variables to the list of services. Enter accepts the first row, so
 * only a row for the public service comes first. A row for any other host comes last, because another person or
 * program may have set KERNEL_BASE_URL.
 */
function withEnvironmentChoice<T>(
  environment: AccountParts["environment"],
  services: readonly Choice<T>[],
): readonly Choice<T | EnvironmentTarget>[] {
  const target = environmentTarget(environment);
  if (target === undefined) return services;
  const isPublic = target.baseUrl === publicBaseUrl;
  const row: Choice<EnvironmentTarget> = {
    label: isPublic
      ? l10n.t("KERNEL_API_KEY from the Environment")
      : l10n.t("KERNEL_API_KEY from the Environment, for {0}", displayHost(target.baseUrl)),
    description: displayAddress(target.baseUrl),
    detail: l10n.t("Copies the token into secret storage"),
    value: target,
  };
  return isPublic ? [row, ...services] : [...services, row];
}

function environmentTarget(environment: AccountParts["environment"]): EnvironmentTarget | undefined {
  const checked = checkToken(environment["KERNEL_API_KEY"] ?? "");
  const address = environment["KERNEL_BASE_URL"]?.trim() ?? "";
  const parsed = parseBaseUrl(address || publicBaseUrl);
  if (!checked.ok || !parsed.ok) return undefined;
  return { kind: "environment", baseUrl: parsed.url, token: checked.token };
}

/**
 * Asks for confirmation before the token from the environment is sent to another host than the public service. Another
 * person or program may have set KERNEL_BASE_URL.
 */
async function confirmTokenHost({ baseUrl }: EnvironmentTarget): Promise<Answer<boolean>> {
  if (baseUrl === publicBaseUrl) return { kind: "accepted", value: true };
  const host = displayHost(baseUrl);
  return pickOne<boolean>({
    frame: { title: l10n.t("Sign In"), back: true, stays: true },
    placeholder: l10n.t("Choose how to continue"),
    prompt: joinSentences([
      l10n.t("Send the token in KERNEL_API_KEY to {0}?", host),
      l10n.t("KERNEL_BASE_URL in the environment sets this host, which isn't Kernel's."),
    ]),
    choices: [
      { label: l10n.t("Sign In Elsewhere"), value: false },
      { label: l10n.t("Send the Token to {0}", host), value: true },
    ],
  });
}

/** Prompts for a new token, verifies it and stores it. Returns true if the token was replaced. */
export async function replaceToken(parts: AccountParts, account: Account): Promise<boolean> {
  if (account.kind === "sandbox") {
    void inform(l10n.t("The sandbox creates its own token."));
    return false;
  }
  const title = l10n.t("Replace Token for {0}", display(account.label));
  const frame = { title, back: false, stays: true };
  const { baseUrl } = account;
  const target = { service: parts.service, frame, baseUrl, isNew: false };
  const token = await askToken(target).finally(disposeIdleInput);
  if (token.kind !== "accepted") return false;
  if (!(await parts.accounts.replaceToken(account.id, token.value))) {
    void inform(l10n.t("The account was signed out, so the token wasn't stored."));
    return false;
  }
  parts.session.acceptToken(account.id, token.value);
  parts.tokenReplaced();
  if (env.uiKind === UIKind.Web)
    void inform(l10n.t("Token replaced. Reload other windows to use the new token."));
  return true;
}

/**
 * Returns access to the window's account for a command. Prompts for a token first if the user is signed out or the
 * service has refused the token. Returns undefined if the user cancels.
 */
export async function requireAccess(parts: AccountParts, title: string): Promise<AccountAccess | undefined> {
  const { state } = parts.session;
  const active = state.account ?? (await signInWindow(parts));
  if (active === undefined) return undefined;
  if ((await parts.service.isTokenRejected(active)) && !(await replaceToken(parts, active))) return undefined;
  return openAccess(parts, active, title);
}

/** Warns if secret storage has lost the token of this window's account. */
export async function explainLostToken(parts: AccountParts): Promise<void> {
  const { state } = parts.session;
  if (state.kind === "signedIn" || state.lostLabel === undefined) return;
  await warn(
    l10n.t(
      "VS Code's secret storage no longer has the token for {0}. If this happens after each start, VS Code can't use this computer's keyring.",
      display(state.lostLabel),
    ),
    { label: l10n.t("Sign In"), run: () => signInWindow(parts) },
  );
}
