// Commands for proxies, including the proxy check.
import { l10n } from "vscode";
import * as z from "zod/mini";
import type { ApiError, SettledOutcome } from "../../../api/errors.ts";
import { checkProxy } from "../../../api/operations.ts";
import type { ProxyResource } from "../../../api/resourceSchemas.ts";
import type { CardBlock } from "../../../card/card.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { askText, pickOne, type Frame } from "../../kit/inputs/ask.ts";
import { command, type CommandGroup } from "../../kit/command.ts";
import { showStatus } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import { listResources, resourceCommands } from "../../resourceEngine/commands.ts";
import { factsOf, pageOf } from "../../resourceEngine/pages.ts";
import { findResource } from "../../resourceEngine/read.ts";
import type { Users } from "../../resourceEngine/usedBy.ts";
import {
  type ButtonAction,
  type ResultButton,
  type ResultCard,
  commandButton,
  copyIdButton,
  moreMenu,
  remedyButton,
} from "../../results/buttons.ts";
import {
  adviceWithCountdown,
  cardFrame,
  codeRow,
  plainValue,
  rowsBlock,
  serviceMessageBlocks,
  verdictHead,
  type ResultContext,
} from "../../results/cardParts.ts";
import type { EditingContext } from "../../resourceEngine/unfinished.ts";
import { newResultContext, type ShowingContext } from "../../results/showingContext.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { joinSentences, withFullStop } from "../../words/sentences.ts";
import { checkSite, siteUrl } from "./checks.ts";
import { proxies, type ProxyParts } from "./proxies.ts";

export function proxyCommands(parts: ProxyParts & EditingContext) {
  const resource = proxies(parts);
  const { create, edit, remove, show } = resourceCommands(resource, parts);
  const Checked = z.strictObject({
    id: z.optional(z.string()),
    site: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
  });
  return {
    "managedAuth.showProxies": command(z.strictObject({ name: z.optional(z.string()) }), ({ name }) =>
      listResources(resource, parts, name),
    ),
    "managedAuth.showProxy": show,
    "managedAuth.createProxy": create,
    "managedAuth.renameProxy": edit,
    "managedAuth.deleteProxy": remove,
    "managedAuth.checkProxy": command(Checked, (args) => checkProxyCommand(parts, args)),
  } satisfies CommandGroup;
}

type CheckOutcome = SettledOutcome<ProxyResource>;

/**
 * Runs "Check Proxy…" and shows the outcome. The check can include a website, which is either `site` or the answer to
 * a prompt.
 */
export async function checkProxyCommand(
  parts: ProxyParts & ShowingContext,
  { id, resultId, site }: CommandArguments["managedAuth.checkProxy"],
): Promise<void> {
  const resource = proxies(parts);
  const title = l10n.t("Check Proxy");
  const found = await findResource(resource, parts, title, { id, resultId });
  if (found === undefined) return;
  const { access, live, users } = found;
  const name = display(resource.nameOf(live));
  const checkedSite = site ?? (await askSite({ title: `${title}: ${name}`, back: false }, users));
  if (checkedSite === undefined) return;
  const checking =
    checkedSite === ""
      ? l10n.t("Checking {0}", name)
      : l10n.t("Checking {0} for {1}", name, display(checkedSite));
  const outcome = await withCancel(checking, (report, signal) => {
    report(l10n.t("this may take a minute"));
    return sendProxyCheck(access, live, checkedSite, signal);
  });
  if (outcome === undefined) {
    showStatus(l10n.t("Check canceled"));
    return;
  }
  void parts.listed.proxies.refreshIfLoaded();
  const context = newResultContext(access, resultId ?? parts.results.newId());
  const proxy = withCheckResult(live, outcome);
  const card = checkedCard(context, proxy, checkedSite, outcome, factsOf(resource, proxy));
  await parts.panel.show(pageOf(resource, context, live, card));
}

/** Checks a proxy while another wizard waits. Returns the outcome as text to show below that wizard's question. */
export async function checkProxyWithin(
  access: AccountAccess,
  proxy: ProxyResource,
  site: string,
  signal: AbortSignal,
): Promise<{ readonly proxy?: ProxyResource; readonly words: string } | undefined> {
  const outcome = await sendProxyCheck(access, proxy, site, signal);
  if (outcome === undefined) return undefined;
  const checked = withCheckResult(proxy, outcome);
  const { summary, title } =
    outcome.kind === "ok" ? verdictOn(checked, site) : failedCheck(outcome.error, new Date()).card;
  return {
    words: joinSentences([withFullStop(title), ...summary.slice(0, 1)]),
    ...(outcome.kind === "ok" && { proxy: checked }),
  };
}

/** Sends a proxy check once. Returns undefined if the user cancels. */
async function sendProxyCheck(
  { client }: AccountAccess,
  { id }: ProxyResource,
  site: string,
  signal: AbortSignal,
): Promise<CheckOutcome | undefined> {
  const body = site === "" ? {} : { url: siteUrl(site) };
  const outcome = await client.call(checkProxy, { path: { id }, body }, signal);
  return outcome.kind === "cancelled" ? undefined : outcome;
}

/** Merges a check's response into the proxy. Discards the earlier status, even if the response has no status. */
function withCheckResult(previous: ProxyResource, outcome: CheckOutcome): ProxyResource {
  if (outcome.kind === "failed") return previous;
  const { value: proxy } = outcome;
  return { ...previous, ...proxy, name: proxy.name ?? previous.name, status: proxy.status };
}

/** Prompts for the site to check with: none, the website of a connection that uses the proxy, or another site. */
async function askSite(frame: Frame, { usedBy }: Users): Promise<string | undefined> {
  const domains = [...new Set(usedBy.flatMap(({ domain }) => (domain === undefined ? [] : [domain])))];
  for (;;) {
    const answer = await pickOne<{ readonly site: string } | "other">({
      frame,
      placeholder: l10n.t("Choose what to check"),
      ignoreFocusOut: true,
      choices: [
        {
          label: l10n.t("Proxy Only"),
          detail: l10n.t("Checks the proxy and updates its status"),
          value: { site: "" },
        },
        ...(domains.length > 0 ? [{ separator: l10n.t("Websites of connections using this proxy") }] : []),
        ...domains.map((site) => ({ label: display(site), value: { site } })),
        { separator: "" },
        { label: l10n.t("Another Website…"), value: "other" },
      ],
    });
    if (answer.kind !== "accepted") return undefined;
    if (answer.value !== "other") return answer.value.site;
    const typed = await askText({
      frame: { ...frame, back: true },
      prompt: l10n.t("Website's domain or address."),
      placeholder: "example.com",
      value: "",
      check: checkSite,
    });
    if (typed.kind === "accepted") return typed.value.trim();
    if (typed.kind === "cancelled") return undefined;
  }
}

/** Renders the outcome of a proxy check and explains what it proves. `site` is empty if no site was checked. */
function checkedCard(
  context: ResultContext,
  proxy: ProxyResource,
  site: string,
  outcome: CheckOutcome,
  facts: readonly CardBlock<ButtonAction>[],
): ResultCard {
  const { id } = proxy;
  const repeat = { id, site, resultId: context.id };
  const recheck = commandButton(l10n.t("Check Again"), "managedAuth.checkProxy", repeat);
  const show = commandButton(l10n.t("Show Proxy"), "managedAuth.showProxy", { id });
  const more = moreMenu(
    commandButton(l10n.t("Check Another Website…"), "managedAuth.checkProxy", { id }),
    copyIdButton(id),
  );
  const label = l10n.t("Website");
  const noSite = { label, value: plainValue(l10n.t("None: the proxy only")) };
  const about = [rowsBlock(l10n.t("Check"), site === "" ? noSite : codeRow(label, display(site))), ...facts];
  if (outcome.kind === "ok")
    return {
      ...cardFrame(context),
      ...verdictOn(proxy, site),
      blocks: about,
      actions: { next: show, other: recheck, ...more },
    };
  const { error } = outcome;
  const failed = failedCheck(error, context.at);
  return {
    ...cardFrame(context),
    ...failed.card,
    blocks: [...about, ...serviceMessageBlocks(error)],
    actions: {
      ...(failed.help !== undefined ? { next: failed.help, other: recheck } : { next: recheck, other: show }),
      ...more,
    },
  };
}

type ProxyVerdict = Pick<ResultCard, "head" | "title" | "summary">;

function verdictOn(proxy: ProxyResource, site: string): ProxyVerdict {
  const name = display(proxy.name ?? proxy.id);
  const siteName = display(site);
  switch (proxy.status) {
    case "available":
      return {
        head: verdictHead("success"),
        title: site === "" ? l10n.t("{0} works", name) : l10n.t("{0} works through {1}", siteName, name),
        summary: [successMeaning(proxy, site)],
      };
    case "unavailable":
      return {
        head: verdictHead("error"),
        title:
          site === ""
            ? l10n.t("{0} doesn't work", name)
            : l10n.t("{0} doesn't work through {1}", siteName, name),
        summary: failureAdvice(proxy, site),
      };
    case undefined:
    default:
      return {
        head: verdictHead("warning"),
        title: l10n.t("{0} was checked", name),
        summary: [l10n.t("This version doesn't know the service's result, shown below.")],
      };
  }
}

/** Explains what a successful check proves. The check proves less if the proxy's IP address can change afterwards. */
function successMeaning({ type }: ProxyResource, site: string): string {
  if (type === "residential" || type === "mobile")
    return l10n.t("The configuration works. Addresses change, so some websites may still block connections.");
  if (site === "") return l10n.t("The proxy reached the internet. Some websites may still block the proxy.");
  return l10n.t("The website answered through the proxy. A login may still fail.");
}

function failureAdvice({ type }: ProxyResource, site: string): readonly string[] {
  if (type === "custom")
    return [
      l10n.t("Check that the server is running, allows the service, and accepts this user."),
      l10n.t("To change the password, create a new proxy for the connections."),
    ];
  if (site === "") return [l10n.t("Check again later, or choose another proxy in the connections.")];
  return [
    l10n.t("The website may block this address: try another type or country."),
    l10n.t("Some websites, such as banks, are blocked here. Use a custom proxy."),
  ];
}

/** Renders a check that failed to complete, which proves nothing about the proxy. */
function failedCheck(
  error: ApiError,
  at: Date,
): { readonly card: ProxyVerdict & Pick<ResultCard, "countdown">; readonly help?: ResultButton | undefined } {
  const { headline, remedies, ...words } = describeError(error);
  const mayWork = l10n.t("The proxy may still work.");
  if (error.status === 422)
    return {
      card: {
        head: verdictHead("warning"),
        title: l10n.t("Couldn't run the check"),
        summary: [mayWork, l10n.t("Try again later.")],
      },
    };
  if (error.sent === "unknown")
    return {
      card: {
        head: verdictHead("warning"),
        title: l10n.t("Couldn't confirm the check"),
        summary: [withFullStop(headline), l10n.t("The proxy's page has the last check.")],
      },
    };
  const { advice, ...waits } = adviceWithCountdown(error, words.advice, at);
  return {
    card: {
      head: verdictHead("error"),
      title: l10n.t("Proxy not checked"),
      summary: [withFullStop(headline), ...advice, mayWork],
      ...waits,
    },
    help: remedyButton(remedies),
  };
}
