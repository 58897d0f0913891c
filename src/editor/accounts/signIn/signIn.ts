import { env, l10n, UIKind } from "vscode";
import { parseBaseUrl } from "../../../api/baseUrl.ts";
import { publicBaseUrl } from "../../../domain/requestCode/codePlace.ts";
import { sandboxAccount } from "../accounts.ts";
import type { Account } from "../accounts.ts";
import { inform } from "../../kit/notify.ts";
import { askText, endQuestions, pickOne } from "../../kit/inputs/ask.ts";
import type { Choice } from "../../kit/inputs/ask.ts";
import type { Check } from "../../words/names.ts";
import { use } from "./useAccount.ts";
import type { AccountParts } from "./useAccount.ts";
import { maySend, withEnvironmentRow } from "./environment.ts";
import type { EnvironmentPlace } from "./environment.ts";
import { askToken, refused, tryOrKeep } from "./askToken.ts";
import { displayAddress } from "../../words/addresses.ts";
import { checkName } from "../../words/names.ts";
import { baseUrlFault } from "./words.ts";

type Place =
  | EnvironmentPlace
  | { readonly kind: "service"; readonly baseUrl: string }
  | { readonly kind: "other" | "sandbox" };

/** Has somebody sign in; the new account becomes the one of this window. `undefined` when the user left. */
export async function signInHere(parts: AccountParts): Promise<Account | undefined> {
  const account = await signIn(parts);
  return account !== undefined && (await use(parts, account, l10n.t("Sign In"))) ? account : undefined;
}

/** Asks where to sign in and with which token, and stores the account; `undefined` when the user left. */
export async function signIn(parts: AccountParts): Promise<Account | undefined> {
  return askAndStore(parts).finally(endQuestions);
}

async function askAndStore(parts: AccountParts): Promise<Account | undefined> {
  const title = l10n.t("Sign In");
  let other = "";
  for (;;) {
    const place = await pickOne<Place>({
      frame: { title, back: false, stays: true },
      placeholder: l10n.t("Where do you want to sign in?"),
      choices: withEnvironmentRow(parts.environment, placeChoices()),
    });
    if (place.kind !== "accepted") return undefined;
    if (place.value.kind === "sandbox") return sandboxAccount;
    if (place.value.kind === "environment") {
      const may = await maySend(place.value);
      if (may.kind === "cancelled") return undefined;
      if (may.kind === "accepted" && may.value) return withEnvironment(parts, place.value);
      continue;
    }
    const asked =
      place.value.kind === "service"
        ? ({ kind: "accepted", value: place.value.baseUrl } as const)
        : await askBaseUrl(title, other);
    if (asked.kind === "cancelled") return undefined;
    if (asked.kind === "back") {
      other = asked.typed;
      continue;
    }
    if (place.value.kind === "other") other = asked.value;
    const parsed = parseBaseUrl(asked.value);
    if (!parsed.ok) continue;
    const token = await askToken(parts.service, { title, back: true, stays: true }, parsed.url);
    if (token.kind === "cancelled") return undefined;
    if (token.kind === "accepted") return store(parts, parsed.url, token.value);
  }
}

function placeChoices(): readonly Choice<Place>[] {
  return [
    {
      label: l10n.t("Public service"),
      description: publicBaseUrl,
      detail: l10n.t("Kernel, with an API key from its dashboard"),
      value: { kind: "service", baseUrl: publicBaseUrl },
    },
    {
      label: l10n.t("Another Base URL…"),
      detail: l10n.t("A service of your own that speaks the same interface"),
      value: { kind: "other" },
    },
    {
      label: l10n.t("Local Sandbox"),
      detail: l10n.t("Sample data on this computer. No account, no network"),
      value: { kind: "sandbox" },
    },
  ];
}

function askBaseUrl(title: string, value: string): ReturnType<typeof askText> {
  return askText({
    frame: { title, back: true, stays: true },
    prompt: l10n.t("Base URL of the service"),
    placeholder: "https://api.example.com",
    value,
    check: (text): Check | undefined => {
      const parsed = parseBaseUrl(text);
      if (!parsed.ok) return { severity: "error", message: baseUrlFault(parsed.reason) };
      return parsed.url === text
        ? undefined
        : { severity: "info", message: l10n.t("Press Enter to use {0}", displayAddress(parsed.url)) };
    },
  });
}

async function withEnvironment(
  parts: AccountParts,
  { baseUrl, token }: EnvironmentPlace,
): Promise<Account | undefined> {
  const { service } = parts;
  const frame = { title: l10n.t("Sign In"), back: false, stays: true };
  switch (await tryOrKeep(service, frame, baseUrl, token)) {
    case "kept":
      return store(parts, baseUrl, token);
    case "left":
      return undefined;
    case "refused": {
      const typed = await askToken(service, frame, baseUrl, refused());
      return typed.kind === "accepted" ? store(parts, baseUrl, typed.value) : undefined;
    }
  }
}

async function store(
  { accounts }: AccountParts,
  baseUrl: string,
  token: string,
): Promise<Account | undefined> {
  const { host } = new URL(baseUrl);
  const sameHost = (await accounts.list()).filter((account) => new URL(account.baseUrl).host === host);
  const label =
    sameHost.length === 0
      ? host
      : await askLabel(
          host,
          sameHost.map((account) => account.label),
        );
  if (label === undefined) {
    void inform(l10n.t("Not signed in: the account needs a name."));
    return undefined;
  }
  const account = await accounts.add(label, baseUrl, token);
  if (env.uiKind === UIKind.Web) {
    void inform(l10n.t("Signed in. Reload other windows to use it there."));
  }
  return account;
}

/** A second account of a host needs a name of its own. */
async function askLabel(host: string, taken: readonly string[]): Promise<string | undefined> {
  const answer = await askText({
    frame: { title: l10n.t("Sign In"), back: false, stays: true },
    prompt: l10n.t("You have an account at {0} already. What should this one be called?", host),
    value: `${host} (${taken.length + 1})`,
    check: (label) =>
      taken.includes(label)
        ? { severity: "error", message: l10n.t("An account has this name already.") }
        : checkName(l10n.t("The account name"), label),
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
