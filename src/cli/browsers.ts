// The command `browsers`, which lists running browsers or, as `browsers end`, ends browsers by name, handle or ID.
import { sessionIdOf, type BrowserSession } from "../api/browserSchemas.ts";
import type { ApiClient } from "../api/client.ts";
import type { Outcome } from "../api/errors.ts";
import { listWith } from "../api/listing.ts";
import { deleteBrowser, listBrowsers } from "../api/operations.ts";
import { maxListRows } from "../api/projectReading.ts";
import { requestEnd } from "../domain/resources/requestEnd.ts";
import { defaultFileName } from "../domain/file/fileNames.ts";
import { displayFull } from "../domain/text/display.ts";
import { describeApiError } from "./describeApiError.ts";
import { readWantedProject } from "./connectionFile.ts";
import { exitCodes, CommandError } from "./output.ts";
import type { ExitCode } from "./output.ts";
import { finishingClient, withService } from "./service.ts";
import type { CommandContext } from "./service.ts";

/** Lists the project's browsers, or ends the browsers named on the command line. */
export async function runBrowsers(command: CommandContext): Promise<ExitCode> {
  const { args, signal } = command;
  const wanted = await readWantedProject(command, defaultFileName);
  return withService(command, wanted, async ({ client }) => {
    const running = await readBrowsers(client, signal);
    if (args.operands.length > 0) return endBrowsers(command, client, running);
    printBrowsers(command, running);
    return exitCodes.done;
  });
}

/** Fetches all browsers. Throws if the list is incomplete, because a missing browser would appear to have ended. */
async function readBrowsers(client: ApiClient, signal: AbortSignal): Promise<readonly BrowserSession[]> {
  const listing = await listWith(client, listBrowsers, { maxRows: maxListRows }, signal);
  if (listing.kind === "failed")
    throw new CommandError(`The browsers can't be read. ${describeApiError(listing.error)}`);
  if (listing.kind !== "complete" || listing.unreadable > 0)
    throw new CommandError("Not all browsers could be read.");
  return listing.rows;
}

/** Returns the fields that identify a browser in JSON output. */
const browserFields = ({ id, name, profile }: BrowserSession) => ({
  name,
  handle: id,
  profile_name: profile?.name ?? profile?.id,
});

/**
 * Returns the label of a browser in the output. A browser without a name is identified by its handle. Omits the
 * session ID, because shell and CI logs may be public.
 */
function browserLabel(browser: BrowserSession): string {
  const { handle, name = handle, profile_name = "(no profile)" } = browserFields(browser);
  return `${displayFull(name)}  ${displayFull(profile_name)}`;
}

function printBrowsers({ args: { ids }, output }: CommandContext, running: readonly BrowserSession[]): void {
  if (running.length === 0) output.line("No browser is running.");
  for (const browser of running) {
    const parts = [browserLabel(browser), displayFull(browser.created_at ?? "")];
    if (ids) parts.push(displayFull(sessionIdOf(browser)));
    output.line(parts.join("  ").trimEnd());
  }
  output.result({
    browsers: running.map((browser) => ({
      ...browserFields(browser),
      created_at: browser.created_at,
      timeout_seconds: browser.timeout_seconds,
      tags: browser.tags,
      session_id: ids ? sessionIdOf(browser) : undefined,
    })),
  });
}

/**
 * Ends the named browsers, but only if each name, handle or ID matches exactly one browser. Deletes by ID, because
 * names can be reused.
 */
async function endBrowsers(
  { args, output, signal }: CommandContext,
  client: ApiClient,
  running: readonly BrowserSession[],
): Promise<ExitCode> {
  const named = args.operands.slice(1).map((name) => browserNamed(name, running));
  const finishing = finishingClient(client, signal);
  const results = [];
  for (const browser of new Set(named)) {
    const path = { id_or_name: sessionIdOf(browser) };
    const ended = endResult(await finishing.call(deleteBrowser, { path }, signal), browserLabel(browser));
    if (hasFailed(ended)) output.error(ended.message);
    else output.line(ended.message, "green");
    results.push({ ...browserFields(browser), ...ended });
  }
  output.result({ browsers: results });
  return results.some(hasFailed) ? exitCodes.error : exitCodes.done;
}

function browserNamed(name: string, running: readonly BrowserSession[]): BrowserSession {
  // Compare IDs first, because another browser may have this ID as its name.
  const exact = running.find((browser) => sessionIdOf(browser) === name);
  if (exact !== undefined) return exact;
  const [browser, other] = running.filter((candidate) => [candidate.name, candidate.id].includes(name));
  const label = `“${displayFull(name)}”`;
  if (browser === undefined)
    throw new CommandError(`No running browser is called ${label}. Run “browsers” to list them.`);
  if (other !== undefined)
    throw new CommandError(`Several browsers are called ${label}. Use an ID of “browsers --ids”.`);
  return browser;
}

const hasFailed = ({ result }: { readonly result: string }): boolean =>
  result === "failed" || result === "unknown";

function endResult(outcome: Outcome<undefined>, label: string) {
  const ended = requestEnd(outcome, { wasListed: true });
  if (ended.kind === "ok") return { result: "ended", message: `Ended: ${label}.` };
  if (ended.kind === "gone") return { result: "absent", message: `Had already ended: ${label}.` };
  const reason = "error" in ended ? describeApiError(ended.error) : "Canceled.";
  if (ended.kind === "unknown") return { result: "unknown", message: `May have ended: ${label}. ${reason}` };
  return { result: "failed", message: `Not ended: ${label}. ${reason}` };
}
