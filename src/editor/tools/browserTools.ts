import { CancellationError, l10n } from "vscode";
import { sessionIdOf, type BrowserSession } from "../../api/browserSchemas.ts";
import { listWith } from "../../api/listing.ts";
import { deleteBrowser, listBrowsers } from "../../api/operations.ts";
import { compact } from "../../domain/compact.ts";
import { requestEnd } from "../../domain/resources/requestEnd.ts";
import { display } from "../../domain/text/display.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { driversAmong } from "../catalogue/browsers.ts";
import { confirm } from "../kit/notify.ts";
import { connectionsOf, usersAmong, type Users } from "../resourceEngine/usedBy.ts";
import { lossWords } from "../resources/browsers/commands.ts";
import { labelWithValue } from "../words/sentences.ts";
import { errorAnswer, notDone, prependSentences, type ToolAnswer } from "./answer.ts";
import { requestConsent, type ToolCall } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import type { ToolData } from "./quoted.ts";

const maxAnsweredBrowsers = 50;

/** Fetches all browsers. Also fetches all connections, to identify the logins that run in the browsers. */
async function fetchBrowsers({ access, signal }: ToolCall) {
  const [listing, connections] = await Promise.all([
    listWith(access.client, listBrowsers, {}, signal),
    connectionsOf(access, signal),
  ]);
  const driversOf = driversAmong(connections.rows);
  const usersOf = (browser: BrowserSession): Users => usersAmong(connections, () => driversOf(browser));
  return { listing, usersOf };
}

function browserFacts(browser: BrowserSession, { usedBy: [driver] }: Users): ToolData {
  const startedAt = Date.parse(browser.created_at ?? "");
  return {
    handle: browser.id,
    name: browser.name,
    profile_name: browser.profile?.name,
    profile_id: browser.profile?.id,
    age_minutes: Number.isNaN(startedAt) ? undefined : Math.floor((Date.now() - startedAt) / 60_000),
    timeout_seconds: browser.timeout_seconds,
    proxy_id: browser.proxy_id,
    login_of_connection: driver?.id,
  };
}

/** Lists running browsers. Replaces session IDs with handles and omits URLs, because both give control of browsers. */
export async function listBrowsersTool(call: ToolCall): Promise<ToolAnswer> {
  const { listing, usersOf } = await fetchBrowsers(call);
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const { rows } = listing;
  const answered = rows.slice(0, maxAnsweredBrowsers);
  const isCut = listing.more || listing.unreadable > 0 || answered.length < rows.length;
  const lines = [l10n.t("Browsers running: {0}.", rows.length)];
  if (isCut) lines.push(l10n.t("Some browsers are left out."));
  lines.push(
    l10n.t("Next: if the user wants to end a browser, pass its handle to managed_auth_end_browser."),
  );
  return {
    done: true,
    sentences: lines,
    serviceData: { browsers: answered.map((browser) => browserFacts(browser, usersOf(browser))) },
    secrets: answered.map(sessionIdOf),
  };
}

export async function endBrowserTool(
  call: ToolCall,
  { handle }: ToolInput<"managed_auth_end_browser">,
): Promise<ToolAnswer> {
  const { access, signal } = call;
  const { listing, usersOf } = await fetchBrowsers(call);
  signal.throwIfAborted();
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const found = listing.rows.find(({ id }) => id === handle);
  const nextStep = l10n.t("Next: check with managed_auth_list_browsers.");
  if (found === undefined) return notDone(l10n.t("No running browser has this handle."), nextStep);
  const { name, profile } = found;
  const users = usersOf(found);
  const lines = compact(
    labelWithValue(l10n.t("Profile"), display(profile?.name ?? profile?.id ?? l10n.t("none"))),
    name !== undefined && labelWithValue(l10n.t("Name"), display(name)),
    ...lossWords(found, users),
    "",
    accountWithAddress(access),
  );
  const sessionId = sessionIdOf(found);
  const refused = await requestConsent(call, (asker) =>
    confirm(l10n.t("End a browser?"), [...asker, "", ...lines].join("\n"), l10n.t("End Browser")),
  );
  if (refused !== undefined) return refused;
  const outcome = requestEnd(
    await access.client.call(deleteBrowser, { path: { id_or_name: sessionId } }, signal),
    { wasListed: true },
  );
  const serviceData = { browser: browserFacts(found, users) };
  const answer = { serviceData, secrets: [sessionId], sent: true } as const;
  switch (outcome.kind) {
    case "cancelled":
      throw new CancellationError();
    case "ok":
      return { ...answer, done: true, sentences: [l10n.t("The browser was ended.")] };
    case "gone":
      return { ...answer, done: true, sentences: [l10n.t("The browser has ended.")] };
    case "unknown":
      return { ...answer, ...notDone(l10n.t("We couldn't confirm that the browser ended."), nextStep) };
    case "refused": {
      const failure = prependSentences([l10n.t("The browser wasn't ended.")], errorAnswer(outcome.error));
      return { ...answer, ...failure, serviceData: { ...serviceData, ...failure.serviceData } };
    }
  }
}
