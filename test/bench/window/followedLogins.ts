import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { until } from "../../host/until.ts";
import { signIn } from "../../ui/flows.ts";
import type { Contender, Effort, Row } from "../row.ts";
import { running } from "../server/runningLogins.ts";
import { startLogins, type LoginsService } from "../server/start.ts";
import { exactly, figureOf } from "../statistics.ts";
import { rowPainted } from "./painted.ts";
import { Session } from "./session.ts";

const beside = "a row of a bare tree";
/** VS Code draws at once what changes after so long without a change, and gathers what comes sooner. */
const calmMs = 300;

/** A window that follows a hundred logins, and what an event takes to the screen beside a row of a bare stream. */
export async function followedLogins({ short }: Effort): Promise<readonly Row[]> {
  await using service = await startLogins();
  await using session = await Session.open({ BENCH_BEAT: `${service.origin}/bare` });
  const { probe, workbench } = session;
  await signIn(workbench, service.origin, "sk_bench_token");
  await session.fresh();
  await rowPainted(workbench.page, "Managed Auth", "ma-0.example.com");
  const before = await probe<number>("heap");
  await service.order({ kind: "begin" });
  await probe("timed", "managedAuth.refreshConnections");
  await until("four streams", async () => (await service.order({ kind: "count" })).streams.length === 4);
  const load = await probe<number>("load", short ? 5_000 : 30_000);
  const counted = await service.order({ kind: "count" });
  const heap = ((await probe<number>("heap")) - before) / 1e6;
  const [ours, bare]: [number[], number[]] = [[], []];
  const followed = counted.streams.find((id) => running.indexOf(id) < 8);
  if (followed === undefined) throw new Error("no login on screen is followed by a stream");
  for (let round = 0; round < (short ? 2 : 4); round++) {
    // A click on what is open would close it.
    await rowPainted(workbench.page, "Bench Beat", "First beating row");
    bare.push(...(await beats(workbench.page, service, round, short ? 5 : 15)));
    await rowPainted(workbench.page, "Managed Auth", "ma-0.example.com");
    ours.push(...(await events(workbench.page, service, followed, short ? 5 : 15)));
  }
  return [
    countedRow(
      counted.most,
      counted.streams.length,
      `${counted.sockets} sockets are open, idle ones included.`,
    ),
    {
      title: `${running.length} logins followed at once: memory`,
      unit: "MB",
      contenders: only(heap),
      goals: [],
    },
    {
      title: `${running.length} logins followed at once: processor of the extension host`,
      unit: "ms",
      contenders: only(load),
      goals: [],
      notes: ["For each second of following."],
    },
    eventRow([
      { name: "ours", figure: figureOf(ours) },
      { name: beside, figure: figureOf(bare) },
    ]),
  ];
}

function only(value: number): readonly Contender[] {
  return [{ name: "ours", figure: exactly(value) }];
}

function countedRow(most: number, streams: number, note: string): Row {
  return {
    title: `${running.length} logins followed at once: requests and streams under way`,
    unit: "at once",
    contenders: only(most),
    goals: [
      { words: "at most 4 streams", value: streams, limit: 4, kind: "leak" },
      { words: "and 2 requests beside them", value: most, limit: 6, kind: "leak" },
    ],
    notes: [note],
  };
}

function eventRow(contenders: readonly [Contender, Contender]): Row {
  const [ours, bare] = contenders;
  return {
    title: "an event of a login, from the wire to its row on screen",
    unit: "ms",
    contenders,
    goals: [
      {
        words: "at most 2 × the bare tree's row at the 95th percentile",
        value: ours.figure.p95 / bare.figure.p95,
        limit: 2,
        kind: "ratio",
      },
    ],
    notes: ["With a hundred logins followed; both rows follow a stream."],
  };
}

/** Milliseconds that events of a login take. */
async function events(page: Page, service: LoginsService, id: string, count: number): Promise<number[]> {
  const taken: number[] = [];
  const name = `${id.replace("_", "-")}.example.com`;
  const steps = [
    ["SUBMITTING", "sending"],
    ["AWAITING_INPUT", "asks for"],
  ] as const;
  for (let turn = 0; turn < 2 * count; turn++) {
    const [step, words] = steps[turn % 2] ?? steps[0];
    taken.push(await painted(page, [name, words], () => service.order({ kind: "step", id, step })));
  }
  return taken;
}

/** Milliseconds that words of the bare stream take. */
async function beats(page: Page, service: LoginsService, round: number, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < 2 * count; turn++) {
    const word = `beat ${round}.${turn}.`;
    const row = ["First beating row", word] as const;
    taken.push(await painted(page, row, () => service.order({ kind: "beat", word })));
  }
  return taken;
}

/** Milliseconds from what the service does to the frame that shows a row with these texts. */
async function painted(
  page: Page,
  row: readonly [string, string],
  act: () => Promise<{ readonly at: number }>,
): Promise<number> {
  await delay(calmMs);
  await page.evaluate((texts) => {
    const looking = globalThis as { painted?: Promise<number> };
    looking.painted = new Promise<number>((resolve) => {
      const look = (): void => {
        const rows = [...document.querySelectorAll(".part.sidebar .monaco-list-row")];
        const shown = rows.some(({ textContent }) => texts.every((text) => textContent.includes(text)));
        // The frame after it is the first that has it on screen.
        requestAnimationFrame(shown ? () => resolve(performance.timeOrigin + performance.now()) : look);
      };
      requestAnimationFrame(look);
    });
  }, row);
  const { at } = await act();
  return (await page.evaluate(() => (globalThis as { painted?: Promise<number> }).painted ?? 0)) - at;
}
