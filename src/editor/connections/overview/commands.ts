import { l10n } from "vscode";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import { systemClock, type Clock } from "../../../api/clock.ts";
import type { Access, Service } from "../../accounts/service.ts";
import type { Session } from "../../accounts/session.ts";
import type { ConnectionsModel, ConnectionsState } from "../../catalogue/connections.ts";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import type { Log } from "../../kit/log.ts";
import { guarded } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { Result } from "../../results/result.ts";
import { occasionOf } from "../../results/showingParts.ts";
import type { PageParts } from "../../results/showingParts.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import type { WeekStrips } from "../week/weekStrips.ts";
import { overviewCard } from "./card.ts";
import type { OverviewBy } from "./card.ts";

interface OverviewParts extends PageParts {
  readonly connections: Pick<ConnectionsModel, "known" | "refresh">;
  readonly weekStrips: Pick<WeekStrips, "block">;
}

const takes = z.strictObject({
  by: z.optional(z.literal("profile")),
  fresh: z.optional(z.literal(true)),
  resultId: z.optional(z.uuid()),
});

/** What people do to see all connections at a glance. */
export function overviewCommands(parts: OverviewParts): Commands<"managedAuth.showOverview"> {
  return { "managedAuth.showOverview": command(takes, (told) => showOverview(parts, told)) };
}

/** Shows all connections with their last seven days; read anew if `fresh`, and in place of the result that is read again. */
async function showOverview(
  { connections, panel, requireAccess, results, weekStrips }: OverviewParts,
  { by, fresh, resultId }: CommandArguments["managedAuth.showOverview"],
): Promise<void> {
  const title = l10n.t("Overview");
  const access = await requireAccess(title);
  if (access === undefined) return;
  const state = await whileLoading({ title, back: false }, l10n.t("Reading the connections…"), () =>
    fresh === true ? connections.refresh() : connections.known(),
  );
  if (state === undefined) return;
  await panel.show(await overviewOf(resultId ?? results.newId(), access, state, by, weekStrips));
}

/** The overview of an account as a result. */
async function overviewOf(
  resultId: string,
  access: Access,
  state: ConnectionsState,
  by: OverviewBy,
  weekStrips: Pick<WeekStrips, "block">,
): Promise<Result> {
  return {
    card: await overviewCard(occasionOf(access, resultId), state, by, weekStrips),
    accountId: access.account.id,
    tab: { title: l10n.t("Overview"), icon: "pulse" },
  };
}

/** What open overviews are kept up to date with. */
interface LiveParts {
  readonly connections: Pick<ConnectionsModel, "state" | "onDidChange">;
  readonly log: Log;
  readonly panel: Pick<ResultPanel, "ofOverview" | "update">;
  readonly service: Pick<Service, "access">;
  readonly session: Pick<Session, "state">;
  readonly weekStrips: Pick<WeekStrips, "block">;
  readonly clock?: Clock;
}

/** How long changes are gathered before an overview is drawn anew, in milliseconds. */
const gatheredMs = 500;

/** Draws an open overview anew as its connections change: a login has ended, others were read. */
export class OpenOverviews implements Disposable {
  readonly #parts: LiveParts;
  readonly #following: Disposable;
  readonly #closing = new AbortController();
  #isDue = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#following = parts.connections.onDidChange(() => {
      if (!this.#isDue) void guarded(parts.log, "overview", () => this.#renewSoon());
    });
  }

  dispose(): void {
    this.#closing.abort();
    this.#following.dispose();
  }

  async #renewSoon(): Promise<void> {
    const { clock = systemClock } = this.#parts;
    this.#isDue = true;
    const goesOn = await clock.sleep(gatheredMs, this.#closing.signal);
    this.#isDue = false;
    if (goesOn) await this.#renew();
  }

  async #renew(): Promise<void> {
    const { connections, panel, service, session, weekStrips } = this.#parts;
    if (session.state.kind !== "signedIn" || connections.state.reading === undefined) return;
    const { account } = session.state;
    const open = panel.ofOverview(account.id);
    const press = open?.card.actions.refresh?.press;
    if (open === undefined || press?.does !== "run") return;
    const { data: told } = takes.safeParse(press.told);
    const access = await service.access(account, this.#closing.signal);
    await panel.update(await overviewOf(open.card.id, access, connections.state, told?.by, weekStrips));
  }
}
