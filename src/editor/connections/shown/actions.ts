import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { FlowFacts } from "../../../domain/connections/flow.ts";
import type { ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import { button, copyIdButton, more } from "../../results/buttons.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { LoginKnown } from "./known.ts";
import { mending, mendingOf } from "./words/failure.ts";

type InSight = Pick<ResultCard["actions"], "next" | "other">;

/** What can be done with a connection that is shown. */
export function connectionActions(
  occasion: Occasion,
  connection: ManagedAuth,
  facts: FlowFacts | undefined,
  login?: LoginKnown,
): ResultCard["actions"] {
  const { id } = connection;
  const { others, ...inSight } = firstActions(connection, facts, login);
  return {
    ...inSight,
    refresh: readButton(l10n.t("Refresh"), id, occasion),
    ...more(
      ...others,
      button(l10n.t("Make Sure It Is Logged In"), "managedAuth.ensureLoggedIn", { ids: [id] }),
      ...(connection.status === "AUTHENTICATED" && facts?.running !== true ? [] : [useButton(id)]),
      button(l10n.t("Show History"), "managedAuth.showHistory", { id }),
      button(l10n.t("Duplicate…"), "managedAuth.duplicateConnection", { id }),
      button(l10n.t("Watch This Connection"), "managedAuth.watchConnection", { ids: [id] }),
      button(l10n.t("Delete…"), "managedAuth.deleteConnection", { ids: [id] }),
      copyIdButton(id),
    ),
  };
}

/**
 * The two in sight, and those for which there is no room: what mends the last login comes first. Where another one would
 * do harm, none is offered.
 */
export function firstActions(
  connection: ManagedAuth,
  facts: FlowFacts | undefined,
  login?: LoginKnown,
): InSight & { readonly others: readonly ResultButton[] } {
  const edit = button(l10n.t("Edit…"), "managedAuth.editConnection", { id: connection.id });
  if (facts?.running === true) return runningActions(connection, edit, login);
  const logIn = logInButton(connection, facts);
  if (logIn === undefined)
    return connection.status === "AUTHENTICATED"
      ? { next: useButton(connection.id), other: edit, others: [] }
      : { other: edit, others: [] };
  const mends = facts?.status === "FAILED" ? mendingOf(connection, connection.error_code) : "logIn";
  if (mends === "edit") return { next: edit, other: logIn, others: [] };
  const { name } = connection.credential ?? {};
  return mends === "editCredential" && name !== undefined
    ? { next: editCredentialButton(name), other: logIn, others: [edit] }
    : { next: logIn, other: edit, others: [] };
}

/** Code that uses the profile of a connection. */
function useButton(id: string): ResultButton {
  return button(l10n.t("Copy Code to Use It…"), "managedAuth.copyUseCode", { id });
}

/** Changes the stored credential that a connection logs in with, by its name. */
export function editCredentialButton(name: string): ResultButton {
  return button(l10n.t("Edit Credential…"), "managedAuth.editCredential", { id: name });
}

/** What can be done with a login that runs. */
function runningActions(
  { id }: ManagedAuth,
  edit: ResultButton,
  login: LoginKnown | undefined,
): InSight & { readonly others: readonly ResultButton[] } {
  const { following, opened } = login ?? { following: "no", opened: false };
  const enter = button(l10n.t("Enter It Here…"), "managedAuth.logIn", { id, way: "here" });
  const [other, ...others] = [
    ...(opened ? [enter] : []),
    ...(following === "left" ? [button(l10n.t("Follow Again"), "managedAuth.followLogin", { id })] : []),
    ...(opened ? [openPageButton(l10n.t("Open Page Again…"), id)] : []),
    ...(following === "here" ? [button(l10n.t("Stop Following"), "managedAuth.stopFollowing", { id })] : []),
    edit,
  ];
  // Who finishes it in the browser is asked for nothing here.
  return { ...(!opened && { next: continueButton(id) }), other, others };
}

/** Opens the page of a login that runs, as logging in does. */
export function openPageButton(label: string, id: string): ResultButton {
  return button(label, "managedAuth.logIn", { id, page: true });
}

/** Goes on with a login that runs. */
export function continueButton(id: string): ResultButton {
  return button(l10n.t("Continue Login…"), "managedAuth.logIn", { id });
}

/** What logs a connection in, or goes on with its login; `undefined` where it needs none, or none would do any good. */
export function logInButton(
  { error_code, id, status }: ManagedAuth,
  facts: FlowFacts | undefined,
): ResultButton | undefined {
  if (facts?.running === true) return continueButton(id);
  if (status === "AUTHENTICATED") return undefined;
  if (facts?.status === "FAILED" && mending(error_code) === "nothing") return undefined;
  return button(l10n.t("Log In…"), "managedAuth.logIn", { id });
}

export function showConnectionButton(id: string): ResultButton {
  return button(l10n.t("Show Connection"), "managedAuth.showConnection", { id });
}

/** Reads the connection again, in the place of this result. */
export function readButton(label: string, id: string, { id: resultId }: Occasion): ResultButton {
  return button(label, "managedAuth.showConnection", { id, resultId });
}
