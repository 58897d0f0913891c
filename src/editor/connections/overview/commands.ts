import { l10n } from "vscode";
import * as z from "zod/mini";
import { systemClock } from "../../../api/clock.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import type { ConnectionsState } from "../../catalogue/connectionsModel.ts";
import { command, type Commands } from "../../kit/command.ts";
import { runGuarded } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import type { CommandResult } from "../../results/result.ts";
import { newResultContext } from "../../results/showingContext.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import type { WeekStrips } from "../week/weekStrips.ts";
import { setImmediate } from "node:timers/promises";
import {
  groupByProfile,
  countByGroup,
  type RankedConnection,
  rankConnections,
} from "../../../domain/connections/ranking.ts";
import { display } from "../../../domain/text/display.ts";
import { describeFailure } from "../../catalogue/failures.ts";
import { commandButton, moreMenu, remedyButton, type ResultCard } from "../../results/buttons.ts";
import { cardFrame, type ResultContext, verdictHead } from "../../results/cardParts.ts";
import { formatCount } from "../../words/formatting.ts";
import { withFullStop } from "../../words/sentences.ts";
import { describeState } from "../listed/words.ts";
import { capitalize } from "../../words/labels.ts";
import { loginAction, showConnectionButton } from "../shown/actions.ts";
import { statePill } from "../shown/progress.ts";
import type { StripFrame } from "../week/strip.ts";
import type { ConnectionsContext } from "../context/context.ts";

const overviewArguments = z.strictObject({
  by: z.optional(z.literal("profile")),
  fresh: z.optional(z.literal(true)),
  resultId: z.optional(z.uuid()),
});

/** The command that shows all connections at a glance. */
export function overviewCommands(parts: ConnectionsContext): Commands<"managedAuth.showOverview"> {
  return { "managedAuth.showOverview": command(overviewArguments, (told) => showOverview(parts, told)) };
}

/**
 * Shows all connections with their last seven days. `fresh` fetches them again. A given `resultId` is the page to
 * replace.
 */
async function showOverview(
  { connections, panel, requireAccess, results, weekStrips }: ConnectionsContext,
  { by, fresh, resultId }: CommandArguments["managedAuth.showOverview"],
): Promise<void> {
  const title = l10n.t("Overview");
  const access = await requireAccess(title);
  if (access === undefined) return;
  const state = await whileLoading({ title, back: false }, l10n.t("Reading the connections…"), () =>
    fresh === true ? connections.refresh() : connections.fetchedState(),
  );
  if (state === undefined) return;
  await panel.show(await overviewResult(resultId ?? results.newId(), access, state, by, weekStrips));
}

async function overviewResult(
  resultId: string,
  access: AccountAccess,
  state: ConnectionsState,
  by: OverviewBy,
  weekStrips: Pick<WeekStrips, "block">,
): Promise<CommandResult> {
  return {
    card: await overviewCard(newResultContext(access, resultId), state, by, weekStrips),
    accountId: access.account.id,
    tab: { title: l10n.t("Overview"), icon: "pulse" },
  };
}

/** Debounce interval of updates to an open overview, in milliseconds. */
const updateDebounceMs = 500;

/** Renders an open overview again when its connections change, such as after a login. */
export function followOverviews(parts: ConnectionsContext): { readonly dispose: () => void } {
  const { clock = systemClock, connections, log, panel, service, session, weekStrips } = parts;
  const closing = new AbortController();
  let isDue = false;
  const following = connections.onDidChange(() => {
    if (!isDue) void runGuarded(log, "overview", renewSoon);
  });
  return {
    dispose() {
      closing.abort();
      following.dispose();
    },
  };

  async function renewSoon(): Promise<void> {
    isDue = true;
    const goesOn = await clock.sleep(updateDebounceMs, closing.signal);
    isDue = false;
    if (!goesOn || session.state.kind !== "signedIn" || connections.state.reading === undefined) return;
    const { account } = session.state;
    const open = panel.findOverview(account.id);
    const press = open?.card.actions.refresh?.press;
    if (open === undefined || press?.does !== "run") return;
    const { data: told } = overviewArguments.safeParse(press.told);
    const access = await service.access(account, closing.signal);
    await panel.update(await overviewResult(open.card.id, access, connections.state, told?.by, weekStrips));
  }
}

/** The grouping of the strips. `undefined` for none. */
export type OverviewBy = CommandArguments["managedAuth.showOverview"]["by"];

/** Builds the card of all connections with their last seven days, worst first, or of the failure. */
async function overviewCard(
  context: ResultContext,
  { failure, reading }: Pick<ConnectionsState, "failure" | "reading">,
  by: OverviewBy,
  weekStrips: Pick<WeekStrips, "block">,
): Promise<ResultCard> {
  const { account, at, id } = context;
  const again = { by, resultId: id } as const;
  const refresh = commandButton(l10n.t("Refresh"), "managedAuth.showOverview", { ...again, fresh: true });
  const words = failure && describeFailure(failure);
  const other = words && remedyButton(words.remedies);
  const frame = { ...cardFrame(context), title: l10n.t("Overview") };
  if (reading === undefined)
    return {
      ...frame,
      head: verdictHead("error"),
      title: l10n.t("Couldn't read the overview"),
      summary: words === undefined ? [] : [withFullStop(words.headline), ...words.advice],
      blocks: [],
      actions: {
        next: { ...refresh, label: l10n.t("Try Again") },
        ...(other && { other }),
        ...moreMenu(),
      },
    };
  const standings = rankConnections(reading.rows, at);
  const strips = (
    some: readonly RankedConnection[],
  ): Parameters<WeekStrips["block"]>[2]["groups"][number]["strips"] =>
    some.map((standing) => ({
      connection: standing.connection,
      frame: overviewStripFrame(standing, at, by),
    }));
  await setImmediate();
  const block = await weekStrips.block(account.id, at.getTime(), {
    title: l10n.t("Connections"),
    filter: {
      label: l10n.t("Filter by website, profile or status"),
      nothingFound: l10n.t("No connections match."),
    },
    groups:
      by === undefined
        ? [{ strips: strips(standings) }]
        : groupByProfile(standings).map(([profile, some]) => ({
            title: profile === undefined ? l10n.t("Profile not reported") : display(profile),
            strips: strips(some),
          })),
  });
  return {
    ...frame,
    head: { kind: "header" },
    summary: [
      describeCounts(countByGroup(standings)),
      ...(reading.isPartial ? [l10n.t("Reading more connections…")] : []),
      ...(reading.unreadable > 0
        ? [l10n.t("Connections that this version can't read: {0}.", formatCount(reading.unreadable))]
        : []),
      ...(words === undefined ? [] : [l10n.t("Not refreshed: {0}.", words.headline)]),
    ],
    blocks: standings.length === 0 ? [] : [block],
    actions: {
      ...(standings.length > 0 && {
        next: {
          ...commandButton(l10n.t("Make Sure All Are Logged In"), "managedAuth.ensureLoggedIn", {
            ids: standings.map(({ connection }) => connection.id),
          }),
          primary: true,
        },
      }),
      other:
        by === undefined
          ? commandButton(l10n.t("Group by Profile"), "managedAuth.showOverview", { ...again, by: "profile" })
          : commandButton(l10n.t("Show Worst First"), "managedAuth.showOverview", { resultId: id }),
      refresh,
      ...moreMenu(
        reading.more && !reading.isPartial
          ? commandButton(l10n.t("Load More"), "managedAuth.loadMoreConnections", {})
          : undefined,
      ),
    },
  };
}

/** Summarizes the counts, such as "8 logged in · 2 need you · 1 in progress". */
function describeCounts({ inProgress, loggedIn, needsYou, other }: ReturnType<typeof countByGroup>): string {
  const words = [
    loggedIn === 0 ? "" : l10n.t("{0} logged in", formatCount(loggedIn)),
    needsYou === 0
      ? ""
      : needsYou === 1
        ? l10n.t("1 needs you")
        : l10n.t("{0} need you", formatCount(needsYou)),
    inProgress === 0 ? "" : l10n.t("{0} in progress", formatCount(inProgress)),
    other === 0 ? "" : l10n.t("{0} unknown", formatCount(other)),
  ].filter((part) => part !== "");
  return words.length === 0 ? l10n.t("No connections yet.") : words.join(" · ");
}

function overviewStripFrame({ connection, state }: RankedConnection, now: Date, by: OverviewBy): StripFrame {
  const { domain, id, profile_name } = connection;
  const action = loginAction(id, state);
  return {
    name: display(domain ?? id),
    ...(by === undefined && profile_name !== undefined && { about: display(profile_name) }),
    state: { ...statePill(state), text: capitalize(display(describeState(state, now))) },
    leads: showConnectionButton(id),
    ...(action && { action }),
  };
}
