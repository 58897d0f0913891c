import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import { button, copyIdButton, more, remedyButton } from "../results/buttons.ts";
import type { ResultButton, ResultCard } from "../results/buttonEffect.ts";
import { adviceOn, cardFrame, codeRow, plain, rows, serviceSays, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { describeError } from "../words/errors.ts";
import { paragraph, sentence } from "../words/sentences.ts";
import { proxyBlocks, proxyName } from "./shownCard.ts";

/** How a check ended that was sent, or could not be. */
export type CheckEnd =
  { readonly kind: "checked"; readonly proxy: Proxy } | { readonly kind: "failed"; readonly error: ApiError };

/** What came of a check of a proxy with a site, which is empty where it was checked alone; what that proves, and what not. */
export function checkedCard(occasion: Occasion, proxy: Proxy, site: string, end: CheckEnd): ResultCard {
  const { id } = proxy;
  const again = button(l10n.t("Check Again"), "managedAuth.checkProxy", { id, site, resultId: occasion.id });
  const show = button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id });
  const others = more(
    button(l10n.t("Check Another Website…"), "managedAuth.checkProxy", { id }),
    copyIdButton(id),
  );
  const about = [
    rows(
      l10n.t("Check"),
      site === ""
        ? { label: l10n.t("Website"), value: plain(l10n.t("None: the proxy alone")) }
        : codeRow(l10n.t("Website"), display(site)),
    ),
    ...proxyBlocks(proxy),
  ];
  if (end.kind === "checked")
    return {
      ...cardFrame(occasion),
      ...verdictOn(proxy, site),
      blocks: about,
      actions: { next: show, other: again, ...others },
    };
  const { error } = end;
  const failed = failure(error, occasion.at);
  return {
    ...cardFrame(occasion),
    ...failed.card,
    blocks: [...about, ...serviceSays(error)],
    actions: {
      ...(failed.help !== undefined ? { next: failed.help, other: again } : { next: again, other: show }),
      ...others,
    },
  };
}

/** The same in a line or two. */
export function checkedWords(proxy: Proxy, site: string, end: CheckEnd, at: Date): string {
  const { summary, title } = end.kind === "checked" ? verdictOn(proxy, site) : failure(end.error, at).card;
  return paragraph([sentence(title), ...summary.slice(0, 1)]);
}

type Verdict = Pick<ResultCard, "head" | "title" | "summary">;

function verdictOn(proxy: Proxy, site: string): Verdict {
  const name = proxyName(proxy);
  const where = display(site);
  switch (proxy.status) {
    case "available":
      return {
        head: verdict("success"),
        title: site === "" ? l10n.t("{0} works", name) : l10n.t("{0} is reached through {1}", where, name),
        summary: [proof(proxy, site)],
      };
    case "unavailable":
      return {
        head: verdict("error"),
        title:
          site === ""
            ? l10n.t("{0} does not work", name)
            : l10n.t("{0} is not reached through {1}", where, name),
        summary: failureAdvice(proxy, site),
      };
    case undefined:
    default:
      return {
        head: verdict("warning"),
        title: l10n.t("{0} was checked", name),
        summary: [l10n.t("The service does not say in known words how it ended; its status is below.")],
      };
  }
}

/** What a check that went well proves: where each connection leaves from another address, that is less. */
function proof({ type }: Proxy, site: string): string {
  if (type === "residential" || type === "mobile")
    return l10n.t(
      "Its configuration works. Each connection leaves from another address, so this does not prove that all of them reach a website.",
    );
  return site === ""
    ? l10n.t("The service reached the internet through it. It does not prove that every website lets it in.")
    : l10n.t("The website answered through it. It does not prove that a login there succeeds.");
}

function failureAdvice({ type }: Proxy, site: string): readonly string[] {
  if (type === "custom")
    return [
      l10n.t(
        "See whether the server runs, lets the service in, and takes the user and password it was given.",
      ),
      l10n.t("Another password needs another proxy: create one, and choose it in the connections."),
    ];
  if (site === "") return [l10n.t("Check again in a while, or choose another proxy in the connections.")];
  return [
    l10n.t("The website may turn this address away: try another type or country."),
    l10n.t(
      "The service documents that some kinds of websites, such as banks, are blocked here; a custom proxy reaches them.",
    ),
  ];
}

/** A check without an end; it says nothing of the proxy. */
function failure(
  error: ApiError,
  at: Date,
): { readonly card: Verdict & Pick<ResultCard, "countdown">; readonly help?: ResultButton | undefined } {
  const { headline, remedies, ...words } = describeError(error);
  const nothing = l10n.t("This says nothing of the proxy.");
  if (error.status === 422)
    return {
      card: {
        head: verdict("warning"),
        title: l10n.t("The check could not be run"),
        summary: [nothing, l10n.t("The service tells below why. Try again later.")],
      },
    };
  if (error.sent === "unknown")
    return {
      card: {
        head: verdict("warning"),
        title: l10n.t("Not known how the check ended"),
        summary: [sentence(headline), l10n.t("It may have been run; its page has the last one.")],
      },
    };
  const { advice, ...waits } = adviceOn(error, words.advice, at);
  return {
    card: {
      head: verdict("error"),
      title: l10n.t("Proxy not checked"),
      summary: [sentence(headline), ...advice, nothing],
      ...waits,
    },
    help: remedyButton(remedies),
  };
}
