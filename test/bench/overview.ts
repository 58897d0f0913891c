import { until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import { waitForQuestion } from "../ui/flows.ts";
import { medianOf, Samples, type Effort, type Row } from "./row.ts";
import { Session } from "./session.ts";

const total = 1_000;
const sites = 50;
const stallGoal = (longest: number) =>
  ({ words: "no frame over 50 ms", value: longest, limit: 50, kind: "time" }) as const;

/** Measures the overview of 1,000 connections, each time in a new host, and the page of a profile with 50 sites. */
export async function overview({ short }: Effort): Promise<readonly Row[]> {
  await using session = await Session.open({ tls: false });
  const { probe, workbench } = session;
  // The overview shows the rows of the view.
  await workbench.page.locator(".part.sidebar .monaco-list-row").first().waitFor();
  const [drawn, read, stall, requests] = [new Samples(), new Samples(), new Samples(), new Samples()];
  for (let round = 0; round < (short ? 1 : 5); round++) {
    await session.fresh();
    const before = await requestsTo(session);
    const begin = performance.now();
    await probe("timed", "managedAuth.showOverview");
    await waitForStrips(workbench, total, "");
    drawn.add("ours", performance.now() - begin);
    await waitForStrips(workbench, 1, ":not(:has(.day-unread))");
    read.add("ours", performance.now() - begin);
    requests.add("ours", (await requestsTo(session)) - before);
    // Measure again with loaded code, because loading doesn't depend on the number of connections.
    await workbench.runCommand("View: Close Editor");
    await probe("watchStalls");
    await probe("timed", "managedAuth.refreshConnections");
    await probe("timed", "managedAuth.showOverview");
    await waitForStrips(workbench, total, "");
    stall.add("ours", await probe("longestStall"));
  }
  const [page, pageStall] = await profilePages(session, short ? 1 : 5);
  return [
    {
      title: "overview of 1,000 connections: drawn without timelines",
      unit: "ms",
      contenders: drawn.contenders,
      notes: [
        "Cold, from the command until every connection has a strip; includes 10 requests for the list.",
      ],
    },
    {
      title: "overview of 1,000 connections: first strip read",
      unit: "ms",
      contenders: read.contenders,
    },
    {
      title: "overview of 1,000 connections: requests until then",
      unit: "requests",
      contenders: requests.contenders,
      notes: ["A timeline has two pages here. At most 60 requests are sent in a minute."],
    },
    {
      title: "overview of 1,000 connections: longest stall of the extension host",
      unit: "ms",
      contenders: stall.contenders,
      goals: [stallGoal(medianOf(stall.contenders, "ours"))],
      notes: ["Refresh and second display: the whole cost of 1,000 connections, without loading our code."],
    },
    {
      title: "page of a profile with 50 sites",
      unit: "ms",
      contenders: page.contenders,
      notes: ["From the choice until every site has a strip; includes reading 1,000 connections."],
    },
    {
      title: "page of a profile with 50 sites: longest stall of the extension host",
      unit: "ms",
      contenders: pageStall.contenders,
      goals: [stallGoal(medianOf(pageStall.contenders, "ours"))],
    },
  ];
}

async function profilePages(
  { probe, workbench }: Session,
  rounds: number,
): Promise<readonly [Samples, Samples]> {
  const { quickInput } = workbench;
  const [page, stall] = [new Samples(), new Samples()];
  for (let round = 0; round < rounds; round++) {
    await workbench.runCommand("Managed Auth: Show Profiles…");
    await waitForQuestion(workbench, "Choose or type a profile");
    await quickInput.activate("wide");
    await probe("watchStalls");
    const begin = performance.now();
    await quickInput.accept();
    await waitForStrips(workbench, sites, "");
    page.add("ours", performance.now() - begin);
    stall.add("ours", await probe("longestStall"));
    await workbench.runCommand("View: Close Editor");
  }
  return [page, stall];
}

/** Waits until the page has this number of strips of a kind, or more for kinds of which some are missing. */
async function waitForStrips(workbench: Workbench, count: number, kind: string): Promise<void> {
  await until(`${String(count)} strips${kind}`, async () => {
    const shown = await (await workbench.resultPage()).locator(`.strip${kind}`).count();
    return kind === "" ? shown === count : shown >= count;
  });
}

async function requestsTo({ origin }: Session): Promise<number> {
  return Number(await (await fetch(`${origin}/requests`)).text());
}
