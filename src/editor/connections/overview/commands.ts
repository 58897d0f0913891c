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
import type { StripGroup, WeekStrips } from "../week/weekStrips.ts";
import { setImmediate } from "node:timers/promises";
import { type ConnectionView, rankConnections } from "../../../domain/connections/connectionView.ts";
import { display } from "../../../domain/text/display.ts";
import { describeFailure } from "../../catalogue/failures.ts";
import { commandButton, moreMenu, remedyButton, type ResultCard } from "../../results/buttons.ts";
import { cardFrame, type ResultContext, verdictHead } from "../../results/cardParts.ts";
import { formatCount } from "../../words/formatting.ts";
import { withFullStop } from "../../words/sentences.ts";
import { loginAction } from "../shown/connectionActions.ts";
import { stripFrame } from "../shown/connectionBlocks.ts";
import type { StripFrame } from "../week/weekStrip.ts";
import type { ConnectionsContext } from "../context/context.ts";

const overviewArguments = z.strictObject({
  by: z.optional(z.literal("profile")),
  fresh: z.optional(z.literal(true)),
  resultId: z.optional(z.uuid()),
});

/**
 * Creates the command that shows the states of all connections over the last seven days. If `fresh` is set, fetches
 * the connections again. `resultId` is the ID of an open page to replace.
 */
export function overviewCommands(parts: ConnectionsContext): Commands<"managedAuth.showOverview"> {
  return {
    "managedAuth.showOverview": command(overviewArguments, async ({ by: grouping, fresh, resultId }) => {
      const title = l10n.t("Overview");
      const access = await parts.requireAccess(title);
      if (access === undefined) return;
      const state = await whileLoading({ title, back: false }, l10n.t("Reading the connections…"), () =>
        fresh === true ? parts.connections.refresh() : parts.connections.fetchedState(),
      );
      if (state === undefined) return;
      await parts.panel.show(
        await overviewResult(resultId ?? parts.results.newId(), access, state, grouping, parts.weekStrips),
      );
    }),
  };
}

async function overviewResult(
  resultId: string,
  access: AccountAccess,
  state: ConnectionsState,
  grouping: OverviewGrouping,
  weekStrips: WeekStrips,
): Promise<CommandResult> {
  return {
    card: await overviewCard(newResultContext(access, resultId), state, grouping, weekStrips),
    accountId: access.account.id,
    tab: { title: l10n.t("Overview"), icon: "pulse" },
  };
}

/** Debounce interval for updates of an open overview, in milliseconds. */
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
    const isOpen = await clock.sleep(updateDebounceMs, closing.signal);
    isDue = false;
    if (!isOpen || session.state.kind !== "signedIn" || connections.state.reading === undefined) return;
    const { account } = session.state;
    const page = panel.findOverview(account.id);
    const press = page?.card.actions.refresh?.press;
    if (page === undefined || press?.does !== "run") return;
    const grouping = overviewArguments.safeParse(press.args).data?.by;
    const access = await service.access(account, closing.signal);
    await panel.update(await overviewResult(page.card.id, access, connections.state, grouping, weekStrips));
  }
}

/** The grouping of the overview, or `undefined` if the connections aren't grouped. */
export type OverviewGrouping = CommandArguments["managedAuth.showOverview"]["by"];

/**
 * Builds the card that shows the states of all connections over the last seven days. The connections in the worst
 * state come first. If the connections couldn't be fetched, the card shows the error.
 */
async function overviewCard(
  context: ResultContext,
  { failure, reading }: ConnectionsState,
  grouping: OverviewGrouping,
  weekStrips: WeekStrips,
): Promise<ResultCard> {
  const { account, at, id } = context;
  const shared = { by: grouping, resultId: id } as const;
  const refresh = commandButton(l10n.t("Refresh"), "managedAuth.showOverview", { ...shared, fresh: true });
  const words = failure && describeFailure(failure);
  if (reading === undefined) {
    const other = words && remedyButton(words.remedies);
    return {
      ...cardFrame(context),
      head: verdictHead("error"),
      title: l10n.t("Couldn't read the overview"),
      summary: words ? [withFullStop(words.headline), ...words.advice] : [],
      blocks: [],
      actions: { next: { ...refresh, label: l10n.t("Try Again") }, ...(other && { other }), ...moreMenu() },
    };
  }
  const views = rankConnections(reading.rows, at);
  const summary = [describeCounts(views)];
  if (reading.isPartial) summary.push(l10n.t("Reading more connections…"));
  if (reading.unreadable > 0)
    summary.push(l10n.t("Connections that this version can't read: {0}.", formatCount(reading.unreadable)));
  if (words !== undefined) summary.push(l10n.t("Not refreshed: {0}.", words.headline));
  const regrouped = { resultId: id, ...(grouping === undefined && ({ by: "profile" } as const)) };
  const loadMore = commandButton(l10n.t("Load More"), "managedAuth.loadMoreConnections", {});
  const frame = {
    ...cardFrame(context),
    head: { kind: "header" },
    title: l10n.t("Overview"),
    summary,
    actions: {
      other: commandButton(
        grouping === undefined ? l10n.t("Group by Profile") : l10n.t("Show Worst First"),
        "managedAuth.showOverview",
        regrouped,
      ),
      refresh,
      ...moreMenu(reading.more && !reading.isPartial && loadMore),
    },
  } as const;
  if (views.length === 0) return { ...frame, blocks: [] };
  const strips = (group: readonly ConnectionView[]): StripGroup["strips"] =>
    group.map((view) => ({ view, frame: overviewStripFrame(view, grouping) }));
  await setImmediate();
  const block = await weekStrips.block(account.id, at.getTime(), {
    title: l10n.t("Connections"),
    filter: {
      label: l10n.t("Filter by website, profile or status"),
      nothingFound: l10n.t("No connections match."),
    },
    groups:
      grouping === undefined
        ? [{ strips: strips(views) }]
        : [...Map.groupBy(views, ({ connection }) => connection.profile_name)].map(([profile, group]) => ({
            title: profile === undefined ? l10n.t("Profile not reported") : display(profile),
            strips: strips(group),
          })),
  });
  const ids = views.map(({ connection }) => connection.id);
  const label = l10n.t("Make Sure All Are Logged In");
  const ensureAll = commandButton(label, "managedAuth.ensureLoggedIn", { ids });
  return { ...frame, blocks: [block], actions: { ...frame.actions, next: { ...ensureAll, primary: true } } };
}

/** Formats the number of connections in each group, such as "8 logged in · 2 need you · 1 in progress". */
function describeCounts(views: readonly ConnectionView[]): string {
  const counts = { loggedIn: 0, needsYou: 0, inProgress: 0, other: 0 };
  for (const { group } of views) counts[group]++;
  const { inProgress, loggedIn, needsYou, other } = counts;
  const texts: string[] = [];
  if (loggedIn > 0) texts.push(l10n.t("{0} logged in", formatCount(loggedIn)));
  if (needsYou === 1) texts.push(l10n.t("1 needs you"));
  if (needsYou > 1) texts.push(l10n.t("{0} need you", formatCount(needsYou)));
  if (inProgress > 0) texts.push(l10n.t("{0} in progress", formatCount(inProgress)));
  if (other > 0) texts.push(l10n.t("{0} unknown", formatCount(other)));
  return texts.length === 0 ? l10n.t("No connections yet.") : texts.join(" · ");
}

function overviewStripFrame(view: ConnectionView, grouping: OverviewGrouping): StripFrame {
  const { profile_name } = view.connection;
  const action = loginAction(view);
  return {
    ...stripFrame(view),
    ...(grouping === undefined && profile_name !== undefined && { about: display(profile_name) }),
    ...(action && { action }),
  };
}
