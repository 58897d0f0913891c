import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLeft } from "../../domain/deletion.ts";
import type { DeletedDestination, Deletion, Target } from "../../domain/deletion.ts";
import type { Block, Tone, Value } from "../../card/card.ts";
import { describeError, serviceWords } from "../words/errors.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { button, copyDetailsButton, primary, signInAgainButton } from "../results/buttons.ts";
import { cardFrame, code, plain } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { run } from "../results/effect.ts";
import type { Effect, ResultButton, ResultCard } from "../results/effect.ts";
import { sentence } from "../words/sentences.ts";

/** A connection that holds a destination. */
export interface Blocked {
  /** The destination, as it was named. */
  readonly destination: string;
  readonly connection: ManagedAuth;
}

/** What became of a batch of destinations (§4.3), and which connections hold the refused ones. */
export function deletedCard(
  occasion: Occasion,
  destinations: readonly DeletedDestination[],
  blocked: readonly Blocked[] = [],
): ResultCard {
  const targets = destinations.filter(isLeft).map(({ idOrName, name }) => ({ idOrName, name }));
  const watch = watchButton(targets);
  const tone = toneOf(destinations);
  const needsSignIn = destinations.some(({ deletion }) => errorOf(deletion)?.kind === "unauthorized");
  return {
    ...cardFrame(occasion),
    tone,
    title: title(destinations),
    summary: summary(destinations, blocked.length > 0),
    blocks: [table(destinations), ...blockers(blocked), ...causes(destinations)],
    actions: [
      ...(needsSignIn ? [primary(signInAgainButton())] : []),
      ...(blocked.length > 0 ? [needsSignIn ? watch : primary(watch)] : []),
      ...goOn(destinations, targets),
      copyDetailsButton(),
    ],
  };
}

/** One button for all that is left, whether it failed or was not tried. */
function goOn(
  destinations: readonly DeletedDestination[],
  targets: readonly Target[],
): readonly ResultButton[] {
  if (targets.length === 0) return [];
  const label = destinations.some(({ deletion: { kind } }) => kind === "notTried")
    ? l10n.t("Delete What Is Left…")
    : l10n.t("Try Again");
  return [button(label, run("managedAuth.deleteDestinations", { targets }))];
}

function watchButton(targets: readonly Target[]): ResultButton {
  return button(l10n.t("Delete When Free…"), run("managedAuth.deleteDestinations", { targets, wait: true }));
}

function title(destinations: readonly DeletedDestination[]): string {
  const count = (wanted: Deletion["kind"]): number =>
    destinations.filter(({ deletion: { kind } }) => kind === wanted).length;
  const all = destinations.length;
  const deleted = count("deleted");
  const accepted = count("accepted");
  if (accepted > 0 && accepted + deleted === all)
    return all === 1 ? l10n.t("Deletion accepted") : l10n.t("Deletions Accepted: {0}", all);
  if (deleted === all)
    return all === 1 ? l10n.t("Destination deleted") : l10n.t("Destinations deleted: {0}", all);
  if (deleted > 0) return l10n.t("Destinations deleted: {0} of {1}", deleted, all);
  // What was accepted or is not known may be deleted yet: then nothing says that it is not.
  if (accepted > 0) return l10n.t("Deletions Accepted: {0} of {1}", accepted, all);
  const unknown = count("unknown");
  if (unknown > 0)
    return all === 1 ? l10n.t("Result unknown") : l10n.t("Results unknown: {0} of {1}", unknown, all);
  return all === 1 ? l10n.t("Destination not deleted") : l10n.t("No Destination deleted");
}

function toneOf(destinations: readonly DeletedDestination[]): Tone {
  const kinds = new Set(destinations.map(({ deletion }) => deletion.kind));
  if (kinds.has("failed")) return "error";
  const others = [...kinds].filter((kind) => kind !== "deleted" && kind !== "accepted");
  if (others.length > 0) return "warning";
  return kinds.has("accepted") ? "info" : "success";
}

function summary(destinations: readonly DeletedDestination[], connectionsListed: boolean): readonly string[] {
  const has = (kind: Deletion["kind"]): boolean =>
    destinations.some(({ deletion }) => deletion.kind === kind);
  return [
    ...(has("refused")
      ? [l10n.t("A destination in use is not deleted. What may hold it, and what to do, stands below.")]
      : []),
    connectionsListed
      ? l10n.t("Connections that select it are listed; exporting sessions and running logins cannot be.")
      : undefined,
    has("unknown")
      ? l10n.t(
          "Where the result is unknown, the destination may be deleted. Run the command again for it to find out.",
        )
      : undefined,
    has("accepted")
      ? l10n.t("The service may still be working on what it accepted. Run the command again to check.")
      : undefined,
    has("skipped") ? l10n.t("You cancelled before the rest was sent.") : undefined,
    has("notTried")
      ? l10n.t("The rest was not tried, because it would most likely have ended the same way.")
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

function table(destinations: readonly DeletedDestination[]): Block {
  return {
    kind: "table",
    title: l10n.t("Destinations"),
    columns: [l10n.t("ID or name"), l10n.t("Result")],
    rows: destinations.map(({ deletion, idOrName, name }) => ({
      cells: [code(name ?? idOrName), resultOf(deletion)],
      notes: notesOf(deletion),
    })),
  };
}

function resultOf({ kind }: Deletion): Value {
  switch (kind) {
    case "deleted":
      return { text: l10n.t("Deleted"), tone: "success" };
    case "accepted":
      return { text: l10n.t("Accepted"), tone: "info" };
    case "refused":
      return { text: l10n.t("Refused, in use"), tone: "warning" };
    case "notFound":
      return { text: l10n.t("Not found"), tone: "neutral" };
    case "failed":
      return { text: l10n.t("Failed"), tone: "error" };
    case "unknown":
      return { text: l10n.t("Unknown"), tone: "warning" };
    case "skipped":
      return { text: l10n.t("Not sent"), tone: "neutral" };
    case "notTried":
      return { text: l10n.t("Not tried"), tone: "neutral" };
  }
}

function notesOf(deletion: Deletion): readonly string[] {
  switch (deletion.kind) {
    case "deleted":
    case "accepted":
    case "skipped":
    case "notTried":
      return [];
    case "notFound":
      return [l10n.t("No destination has this ID or name."), ...serviceWords(deletion.error)];
    case "refused":
      return serviceWords(deletion.error);
    case "failed":
      return errorNotes(deletion.error);
    case "unknown":
      return deletion.error === undefined
        ? [l10n.t("You cancelled while it was under way.")]
        : errorNotes(deletion.error);
  }
}

function errorNotes(error: ApiError): readonly string[] {
  const { advice, headline } = describeError(error);
  const scope =
    error.kind === "forbidden"
      ? [
          l10n.t(
            "Deleting destinations may need a key of the organization: a key scoped to one project may not do it.",
          ),
        ]
      : [];
  return [sentence(headline), ...serviceWords(error), ...(scope.length > 0 ? scope : advice)];
}

function causes(destinations: readonly DeletedDestination[]): readonly Block[] {
  if (!destinations.some(({ deletion }) => deletion.kind === "refused")) return [];
  return [
    {
      kind: "steps",
      title: l10n.t("What can hold a destination"),
      items: [
        l10n.t("Browser sessions still export to it: wait until they end, or delete them."),
        l10n.t(
          "An auth connection selects it: change that connection's telemetry export, or delete the connection.",
        ),
        l10n.t("A managed auth login that uses it is in progress: wait until the login ends."),
      ],
    },
  ];
}

/** The connections that select refused destinations, each one click away. */
function blockers(blocked: readonly Blocked[]): readonly Block<Effect>[] {
  if (blocked.length === 0) return [];
  return [
    {
      kind: "table",
      title: l10n.t("Connections that select them"),
      columns: [l10n.t("Destination"), l10n.t("Connection")],
      rows: blocked.map(({ connection, destination }) => ({
        cells: [code(destination), plain(connectionName(connection))],
        notes: [],
        actions: [
          button(l10n.t("Show Connection"), run("managedAuth.showConnection", { id: connection.id })),
        ],
      })),
    },
  ];
}

function errorOf(deletion: Deletion): ApiError | undefined {
  return "error" in deletion ? deletion.error : undefined;
}
