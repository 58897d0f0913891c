// Walks through "Edit Connection…" like a user, with a service whose responses come from the test.
import type { TestContext } from "node:test";
import { checkEdit } from "../../src/editor/connections/editing/commands.ts";
import { editConnection } from "../../src/editor/connections/editing/editConnection.ts";
import type { ConnectionsContext } from "../../src/editor/connections/context/context.ts";
import type { ConnectionEdits } from "../../src/editor/connections/context/drafts.ts";
import { UnfinishedEdits } from "../../src/editor/resourceEngine/unfinished.ts";
import type { CommandResult } from "../../src/editor/results/result.ts";
import type { CommandArguments } from "../../src/editor/words/contributions.ts";
import { Progress, QuickPick, screen } from "../doubles/vscode.ts";
import { signedInParts, type OfflineParts } from "./windowParts.ts";
import { inPart } from "./inPart.ts";
import { leaveAfter } from "./leaving.ts";

export const reported = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  status: "AUTHENTICATED",
  credential: { name: "bank" },
  browser: { stealth: true, proxy: { id: "proxy_1" } },
  login_url: "https://bank.example/login?code=1",
  allowed_domains: ["sso.example"],
  health_checks: true,
  health_check_interval: 3600,
  auto_reauth: true,
  save_credentials: true,
};

export const readRequest = "GET /auth/connections/ma_1";
export const changeRequest = "PATCH /auth/connections/ma_1";

export interface Editing extends OfflineParts {
  readonly accountId: string;
  readonly edits: ConnectionEdits;
  /** Connections for which a change by the user was recorded. Such a change permits another login. */
  readonly acted: readonly string[];
  /** Shown results, in order. */
  readonly shown: readonly CommandResult[];
  /** Runs the command. */
  readonly edit: (args?: CommandArguments["managedAuth.editConnection"]) => Promise<void>;
  readonly check: (args: CommandArguments["managedAuth.checkEdit"]) => Promise<void>;
}

/** Opens a window whose account has this connection. Prompts that are still open are cancelled after the test. */
export async function editing(context: TestContext, connection: object = reported): Promise<Editing> {
  const leaving = leaveAfter(context);
  const { account, ...fixture } = await signedInParts(context);
  fixture.wire.serve("GET /org/entitlements", 200, { features: {}, limits: {}, plan: { id: "p" } });
  fixture.wire.serve("GET /proxies", 200, [{ id: "proxy_1", name: "Paris", type: "datacenter" }]);
  fixture.wire.serve("GET /auth/connections", 200, []);
  fixture.wire.serve("GET /credentials", 200, [{ id: "cred_1", name: "bank", domain: "bank.example" }]);
  fixture.wire.serve(readRequest, 200, connection);
  const access = await fixture.service.access(account, new AbortController().signal);
  const shown: CommandResult[] = [];
  const edits: ConnectionEdits = new UnfinishedEdits(fixture.store);
  const acted: string[] = [];
  const parts: ConnectionsContext = inPart({
    ...fixture,
    edits,
    createNew: () => ({}),
    logins: {
      times: inPart({ noteUserAction: (...args) => Promise.resolve(void acted.push(args.join(" "))) }),
    },
    requireAccess: () => Promise.resolve(access),
    start: () => Promise.resolve(),
    panel: {
      findConnectionPage: () => undefined,
      show: (result) => Promise.resolve(void shown.push(result)),
    },
  });
  return {
    ...fixture,
    accountId: account.id,
    edits,
    acted,
    shown,
    edit: (args = { id: "ma_1" }) => leaving(editConnection(parts, args)),
    check: (args) => checkEdit(parts, args),
  };
}

export interface RunningEdit extends Editing {
  readonly going: Promise<void>;
}

/** Opens the window and starts the command. */
export async function startEdit(context: TestContext, connection: object = reported): Promise<RunningEdit> {
  const run = await editing(context, connection);
  return { ...run, going: run.edit() };
}

/** Returns the body of the change request, which is refused so that the command ends. */
export async function bodyOf({ going, wire }: Pick<RunningEdit, "going" | "wire">): Promise<unknown> {
  const sent = await wire.next(changeRequest);
  sent.answer(400, { code: "bad_request", message: "No." });
  await going;
  return sent.body;
}

export const save = "$(save) Save Changes";

/** True for loading lists and progress, which only slow machines show. */
function isLoading(item: object): boolean {
  return (
    item instanceof Progress ||
    (item instanceof QuickPick && item.placeholder?.startsWith("Reading ") === true)
  );
}

/** Takes the next shown object except loading lists. Fails if the object is of another class. */
export async function nextShown<T extends object>(kind: abstract new (...args: never[]) => T): Promise<T> {
  const item = await screen.next(kind);
  return isLoading(item) ? nextShown(kind) : item;
}

/** Returns the objects that the test hasn't taken yet. */
export function untaken(): readonly object[] {
  return screen.rest.filter((one) => !isLoading(one));
}

/** Takes the next list. */
export async function question(): Promise<QuickPick> {
  return nextShown(QuickPick);
}

/** Takes the next list and returns its row descriptions by label. */
export async function list(): Promise<{ readonly pick: QuickPick; readonly says: Record<string, string> }> {
  const pick = await question();
  const says = Object.fromEntries(pick.rows.map(({ description, label }) => [label, description ?? ""]));
  return { pick, says };
}

/** Chooses one row in each of the next lists. */
export async function choose(...labels: readonly string[]): Promise<void> {
  for (const label of labels) (await question()).choose(label);
}
