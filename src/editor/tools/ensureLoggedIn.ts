import { CancellationError, l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Ensured } from "../logins/ensure.ts";
import { makeSure, withoutMessages } from "../connections/login/makeSure.ts";
import type { EnsuredConnection } from "../connections/login/ensuredCard.ts";
import { ensuredNotes } from "../connections/login/ensuredWords.ts";
import { mending, mendingOf } from "../connections/shown/words/failure.ts";
import { guarded } from "../kit/guarded.ts";
import { isAsking } from "../kit/userAttention.ts";
import { after, failed, notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { askToLogIn, connectionAnswer, noSuchConnection } from "./connectionAnswer.ts";
import type { ToolInput } from "./inputs.ts";
import { worksAsAnother } from "./tool.ts";
import type { Call } from "./tool.ts";

type Mends = ReturnType<typeof mendingOf>;

/** The logins that were opened for the user by a tool and are asked about still, by account and connection. */
const opened = new Set<string>();

/**
 * Makes sure that a connection is logged in, as the command does (§2.1), and opens its login for the user where a person
 * is needed: once, however often it is asked for, and with no word of where it stands. It supersedes no login.
 */
export async function ensureLoggedIn(
  call: Call,
  { id }: ToolInput<"managed_auth_ensure_logged_in">,
): Promise<Answer> {
  const { access, parts, signal } = call;
  const one = await withoutMessages(parts.memory, [id], async () => {
    const [made] = await makeSure(parts, access, [id], { settled: () => undefined, signal });
    return made;
  });
  if (one === undefined || one.ensured.kind === "cancelled") throw new CancellationError();
  return answered(call, one.connection.id, one.ensured);
}

function answered(
  call: Call,
  id: EnsuredConnection["connection"]["id"],
  ensured: Exclude<Ensured, { readonly kind: "cancelled" }>,
): Answer {
  if (ensured.kind === "cannot") {
    if (ensured.why.kind === "gone") return noSuchConnection();
    if (ensured.why.kind === "error") return failed(ensured.why.error);
  }
  const { access, parts, signal } = call;
  // Whoever called it off wants nothing opened; an account that was left is answered for everywhere alike.
  if (signal.aborted) throw new CancellationError();
  if (worksAsAnother(parts, access)) return notDone();
  const { connection } = ensured;
  const aheadMs = parts.logins.of(access.account.id, id)?.serviceAheadMs ?? 0;
  const whole =
    connection === undefined ? notDone() : connectionAnswer(connection, new Date(Date.now() + aheadMs));
  const notes = ensuredNotes(ensured);
  switch (ensured.kind) {
    case "loggedIn":
    case "loggedInAfterLogin":
      return after(notes, whole);
    case "needsPerson":
      return { ...whole, done: false, says: [...notes, ...handedOver(call, id, ensured)] };
    case "cannot":
      return { ...whole, done: false, says: [...notes, helps(mendsOf(ensured.why, connection))] };
  }
}

/** Hands the login over to the user, where that helps, and says so. */
function handedOver(
  { access, parts }: Call,
  id: string,
  { connection, need }: Extract<Ensured, { readonly kind: "needsPerson" }>,
): readonly string[] {
  if (need.kind === "undecided") return [waitForIt()];
  if (need.kind === "failed" && mending(need.code) !== "logIn") return [helps(mendsOf(need, connection))];
  const key = JSON.stringify([access.account.id, id]);
  const login = parts.logins.of(access.account.id, id);
  const isOpen = login !== undefined && login.end === undefined && parts.memory.opened.has(login.key);
  if (opened.has(key) || isOpen) return [l10n.t("Its login is open for the user already."), ...theirs()];
  if (opened.size > 0 || isAsking())
    return [
      l10n.t("The user is answering another question in VS Code: the login was not opened."),
      l10n.t("Next: tell the user, then call this again."),
    ];
  opened.add(key);
  void guarded(parts.log, "managedAuth.logIn", () => parts.start("managedAuth.logIn", { id })).finally(() =>
    opened.delete(key),
  );
  return [l10n.t("The login was opened for the user in VS Code."), ...theirs()];
}

/** What the model does while the login is the user's. */
function theirs(): readonly string[] {
  return [
    l10n.t("Tell the user to log in there. Never ask for a password, a code or a link in the chat."),
    waitForIt(),
  ];
}

function waitForIt(): string {
  return l10n.t("Next: wait for its end with managed_auth_wait_for_login.");
}

/** What mends what is in the way: as with the buttons of a page, a password that was refused where it is stored. */
function mendsOf(
  { code, kind }: { readonly kind: string; readonly code?: string | undefined },
  connection: Pick<ManagedAuth, "credential"> = {},
): Mends {
  return kind === "failed" ? mendingOf(connection, code) : "logIn";
}

/** What helps where no login is opened unasked. */
function helps(mends: Mends): string {
  switch (mends) {
    case "logIn":
      return askToLogIn();
    case "edit":
      return l10n.t(
        'Next: change the connection with managed_auth_update_connection, or ask the user to run the command "Managed Auth: Log In…" for it.',
      );
    case "editCredential":
      return l10n.t(
        'Next: ask the user to run the command "Managed Auth: Edit Credential…" for its credential.',
      );
    case "nothing":
      return l10n.t("Next: tell the user. No login that is started here helps.");
  }
}
