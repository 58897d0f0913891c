import { l10n } from "vscode";
import type { ProxyResource } from "../../../api/resourceSchemas.ts";
import { compact } from "../../../domain/compact.ts";
import { display } from "../../../domain/text/display.ts";
import type { ProxyAnswer } from "../../../domain/connections/settings.ts";
import { nameAmong, type NamedResource } from "../../../domain/text/names.ts";
import { isEnabled } from "../../../domain/entitlements/entitlements.ts";
import { proxyPick } from "../../catalogue/picks.ts";
import type { Answer, Choice } from "../../kit/inputs/ask.ts";
import { type LiveRow, pickLive, pickTyped, type Typed } from "../../kit/inputs/livePick.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { checkName } from "../../words/inputChecks.ts";
import { createResourceChoice, createFromPicker, withChosenRow } from "./resourceCreators.ts";
import type { SettingStepAnswer, SettingView, StepContext } from "./settingView.ts";
import { proxyPhrase } from "./settingWords.ts";

type ProxyRow =
  | ProxyAnswer
  | { readonly kind: "type" }
  | { readonly kind: "new" }
  | { readonly kind: "check"; readonly id: string };

type ProxyPromptContext = Pick<
  StepContext,
  "createNew" | "draft" | "entitlements" | "frame" | "lists" | "typed"
>;

/**
 * Prompts for the proxy of the connection's browsers (interface.md §2.3): the service's default, no proxy, or a proxy
 * identified by ID or name.
 */
export async function askProxy(context: ProxyPromptContext): Promise<SettingStepAnswer> {
  const { createNew, draft, entitlements, frame, lists, typed } = context;
  const current: ProxyAnswer = draft.proxy ?? { kind: "default" };
  let active: ProxyRow = current;
  /** The proxy that was created from this prompt. The fetched list may not contain this proxy yet. */
  let created: ProxyResource | undefined;
  /**
   * The proxies that were checked from this prompt, by ID, in the state after the check. The fetched list contains the
   * state before the check.
   */
  const checked = new Map<string, ProxyResource>();
  /** Outcome of the last proxy check as text. Shown once, when the list opens after the check. */
  let checkMessage: string | undefined;
  for (;;) {
    const newest = created;
    const prompt = checkMessage;
    checkMessage = undefined;
    const answer: Answer<ProxyRow> = await pickLive<ProxyResource, ProxyRow>({
      frame,
      placeholder: l10n.t("Choose a proxy"),
      emptyText: l10n.t("No proxies yet."),
      prompt,
      load: lists.proxies,
      rows: (proxies) => {
        const chosen = chosenProxy(newest, current);
        const named = compact(...lists.knownNames, newest);
        return withChosenRow<ProxyRow>(chosen, describeProxy(chosen, named), [
          ...serviceProxyRows(draft.stealth !== false),
          {
            // Keep custom proxies selectable even if the organization's subscription lacks them, because the service
            // makes the final decision.
            separator:
              isEnabled(entitlements, "custom_proxies") === false
                ? l10n.t("Your proxies (not in your plan)")
                : l10n.t("Your proxies"),
          },
          ...proxies.map((proxy): LiveRow<ProxyRow> => ({
            ...proxyPick<ProxyRow>(checked.get(proxy.id) ?? proxy, { kind: "id", id: proxy.id }),
            ...checkProxyButton(context, proxy.id),
            listed: true,
          })),
          { label: l10n.t("Enter a Name or ID…"), icon: "edit", value: { kind: "type" } },
        ]);
      },
      trailing: createResourceChoice(createNew.proxy, {
        label: l10n.t("Create Proxy…"),
        value: { kind: "new" },
      }),
      typed: typedProxy,
      value: created === undefined ? (typed ?? "") : "",
      active,
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value.kind === "new") {
      created = (await createFromPicker(createNew.proxy, "proxies", context)) ?? created;
      active = created === undefined ? answer.value : chosenProxy(created, current);
      continue;
    }
    if (answer.value.kind === "check") {
      const { id }: { readonly id: string } = answer.value;
      const proxy = [...lists.knownProxies, created].find((candidate) => candidate?.id === id);
      const checking =
        draft.domain === undefined
          ? l10n.t("Checking the proxy. This may take a minute…")
          : l10n.t("Checking the proxy for {0}. This may take a minute…", display(draft.domain));
      const result =
        proxy &&
        (await whileLoading(frame, checking, (signal) =>
          Promise.resolve(createNew.checkProxy?.(proxy, draft.domain ?? "", signal)),
        ));
      if (result?.proxy !== undefined) checked.set(id, result.proxy);
      checkMessage = result?.words;
      active = { kind: "id", id };
      continue;
    }
    if (answer.value.kind !== "type") return { kind: "answered", draft: { ...draft, proxy: answer.value } };
    active = answer.value;
    const entered = await pickTyped<ProxyAnswer>({
      frame: { ...frame, back: true },
      placeholder: l10n.t("Name or ID of a proxy"),
      prompt: l10n.t("A name must match exactly one active proxy. An ID always matches."),
      typed: typedProxy,
      value: "",
    });
    if (entered.kind === "accepted") return { kind: "answered", draft: { ...draft, proxy: entered.value } };
    if (entered.kind === "cancelled") return entered;
  }
}

function checkProxyButton(
  { createNew, draft }: ProxyPromptContext,
  id: string,
): Pick<Choice<ProxyRow>, "button"> {
  if (createNew.checkProxy === undefined) return {};
  const { domain } = draft;
  const tooltip = domain === undefined ? l10n.t("Check") : l10n.t("Check for {0}", display(domain));
  return { button: { icon: "pulse", tooltip, value: { kind: "check", id } } };
}

function chosenProxy(created: ProxyResource | undefined, current: ProxyAnswer): ProxyAnswer {
  return created === undefined ? current : { kind: "id", id: created.id };
}

/** Describes a proxy. A proxy that is selected by ID is described by its name if the name is known. */
function describeProxy(proxy: ProxyAnswer, proxies: readonly NamedResource[]): string {
  if (proxy.kind === "id") return proxyPhrase({ id: proxy.id, name: nameAmong(proxy.id, proxies) });
  return proxyPhrase(proxy.kind === "name" ? proxy : proxy.kind);
}

function serviceProxyRows(stealthy: boolean): readonly LiveRow<ProxyRow>[] {
  return [
    {
      label: proxyPhrase("default"),
      icon: "shield",
      detail: stealthy
        ? l10n.t("The service decides: its own proxy, as stealth mode is on")
        : l10n.t("The service decides: no proxy, as stealth mode is off"),
      value: { kind: "default" },
    },
    {
      label: proxyPhrase("direct"),
      icon: "circle-slash",
      detail: stealthy
        ? l10n.t("Stealth mode and the CAPTCHA solver stay on")
        : l10n.t("With or without stealth mode"),
      value: { kind: "direct" },
    },
  ];
}

const typedProxy: Typed<ProxyAnswer> = (text) => {
  const check = checkName(l10n.t("The name or ID"), text);
  if (check?.severity === "error") return { fault: check.message };
  const row = {
    icon: "edit",
    description: `"${display(text)}"`,
    ...(check !== undefined && { detail: check.message }),
  };
  return {
    choices: [
      { ...row, label: l10n.t("Use as Name"), value: { kind: "name", name: text } },
      { ...row, label: l10n.t("Use as ID"), value: { kind: "id", id: text } },
    ],
  };
};

export const proxyView: SettingView<ProxyAnswer> = {
  label: () => l10n.t("Proxy"),
  group: "browser",
  format: (answer, named) => display(describeProxy(answer, named)),
  quote: (answer) => {
    if (answer.kind === "name") return { words: l10n.t("By name"), names: [{ name: answer.name }] };
    return answer.kind === "id" ? { words: l10n.t("By ID"), names: [{ name: answer.id }] } : undefined;
  },
  unreported: "unknown",
  ask: askProxy,
};
