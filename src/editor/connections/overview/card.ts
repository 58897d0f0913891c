import { l10n } from "vscode";
import { setImmediate } from "node:timers/promises";
import { waitsForPerson } from "../../../domain/connections/connectionState.ts";
import type { ConnectionState } from "../../../domain/connections/connectionState.ts";
import { byProfile, countsOf, worstFirst } from "../../../domain/connections/overview.ts";
import type { Standing } from "../../../domain/connections/overview.ts";
import { display } from "../../../domain/text/display.ts";
import type { Tone } from "../../../card/card.ts";
import type { ConnectionsState } from "../../catalogue/connections.ts";
import { describeFailure } from "../../catalogue/failures.ts";
import { button, more, remedyButton } from "../../results/buttons.ts";
import type { ResultCard } from "../../results/buttonEffect.ts";
import { cardFrame, verdict } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { count } from "../../words/numbers.ts";
import { sentence } from "../../words/sentences.ts";
import { stateWords } from "../listed/words.ts";
import { showConnectionButton } from "../shown/actions.ts";
import type { StripFrame } from "../week/strip.ts";
import type { WeekStrips } from "../week/weekStrips.ts";

/** By what the strips are grouped, if they are. */
export type OverviewBy = CommandArguments["managedAuth.showOverview"]["by"];

/** Every connection with its last seven days, worst first, or why there are none. */
export async function overviewCard(
  occasion: Occasion,
  { failure, reading }: Pick<ConnectionsState, "failure" | "reading">,
  by: OverviewBy,
  weekStrips: Pick<WeekStrips, "block">,
): Promise<ResultCard> {
  const { account, at, id } = occasion;
  const again = { by, resultId: id } as const;
  const refresh = button(l10n.t("Refresh"), "managedAuth.showOverview", { ...again, fresh: true });
  const words = failure && describeFailure(failure);
  const other = words && remedyButton(words.remedies);
  const frame = { ...cardFrame(occasion), title: l10n.t("Overview") };
  if (reading === undefined)
    return {
      ...frame,
      head: verdict("error"),
      title: l10n.t("Overview not read"),
      summary: words === undefined ? [] : [sentence(words.headline), ...words.advice],
      blocks: [],
      actions: {
        next: { ...refresh, label: l10n.t("Try Again") },
        ...(other && { other }),
        ...more(),
      },
    };
  const standings = worstFirst(reading.rows, at);
  const strips = (
    some: readonly Standing[],
  ): Parameters<WeekStrips["block"]>[2]["groups"][number]["strips"] =>
    some.map((standing) => ({ connection: standing.connection, frame: frameOf(standing, at, by) }));
  await setImmediate();
  const block = await weekStrips.block(account.id, at.getTime(), {
    title: l10n.t("The last seven days"),
    filter: {
      label: l10n.t("Filter by website, profile or state"),
      nothingFound: l10n.t("No connections match."),
    },
    groups:
      by === undefined
        ? [{ strips: strips(standings) }]
        : byProfile(standings).map(([profile, some]) => ({
            title: profile === undefined ? l10n.t("Profile not reported") : display(profile),
            strips: strips(some),
          })),
  });
  return {
    ...frame,
    head: { kind: "header" },
    summary: [
      countWords(countsOf(standings)),
      ...(reading.begun ? [l10n.t("Reading more connections…")] : []),
      ...(reading.unreadable > 0
        ? [l10n.t("Connections that this version can't read: {0}.", count(reading.unreadable))]
        : []),
      ...(words === undefined ? [] : [l10n.t("Not refreshed: {0}.", words.headline)]),
    ],
    blocks: standings.length === 0 ? [] : [block],
    actions: {
      other:
        by === undefined
          ? button(l10n.t("Group by Profile"), "managedAuth.showOverview", { ...again, by: "profile" })
          : button(l10n.t("Show Worst First"), "managedAuth.showOverview", { resultId: id }),
      refresh,
      ...more(
        reading.more && !reading.begun
          ? button(l10n.t("Load More"), "managedAuth.loadMoreConnections", {})
          : undefined,
      ),
    },
  };
}

/** Such as "8 logged in · 2 need you · 1 in progress". */
function countWords({ inProgress, loggedIn, needsYou, other }: ReturnType<typeof countsOf>): string {
  const words = [
    loggedIn === 0 ? "" : l10n.t("{0} logged in", count(loggedIn)),
    needsYou === 0 ? "" : needsYou === 1 ? l10n.t("1 needs you") : l10n.t("{0} need you", count(needsYou)),
    inProgress === 0 ? "" : l10n.t("{0} in progress", count(inProgress)),
    other === 0 ? "" : l10n.t("{0} not known", count(other)),
  ].filter((part) => part !== "");
  return words.length === 0 ? l10n.t("No connections yet.") : words.join(" · ");
}

function frameOf({ connection, state }: Standing, now: Date, by: OverviewBy): StripFrame {
  const { domain, id, profile_name } = connection;
  return {
    name: display(domain ?? id),
    ...(by === undefined && profile_name !== undefined && { about: display(profile_name) }),
    state: { text: display(stateWords(state, now)), tone: toneOf(state) },
    leads: showConnectionButton(id),
  };
}

function toneOf(state: ConnectionState): Tone {
  switch (state.kind) {
    case "loggedIn":
      return "success";
    case "running":
      return waitsForPerson(state.progress) ? "warning" : "info";
    case "needsLogin":
      return "warning";
    case "failed":
      return "error";
    case "unknown":
      return "neutral";
  }
}
