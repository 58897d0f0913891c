import { l10n } from "vscode";
import type { DeletedDestination, Deletion } from "../../domain/deletion/deletion.ts";
import { paragraph, sentence, series } from "../words/sentences.ts";

type Count = (kind: Deletion["kind"]) => number;

function counting(destinations: readonly DeletedDestination[]): Count {
  return (wanted) => destinations.filter(({ deletion: { kind } }) => kind === wanted).length;
}

/** What became of a batch, as a headline. */
export function deletedTitle(destinations: readonly DeletedDestination[]): string {
  const count = counting(destinations);
  const all = destinations.length;
  const deleted = count("deleted");
  const accepted = count("accepted");
  const unknown = count("unknown");
  if (accepted > 0 && deleted === 0)
    return all === 1 ? l10n.t("Deletion accepted") : l10n.t("{0} of {1} deletions accepted", accepted, all);
  // What is not known may be deleted yet: then nothing says that it is not.
  if (unknown > 0 && deleted === 0)
    return all === 1 ? l10n.t("Result unknown") : l10n.t("{0} of {1} results unknown", unknown, all);
  if (all > 1) return l10n.t("{0} of {1} destinations deleted", deleted, all);
  return deleted === 1 ? l10n.t("Destination deleted") : l10n.t("Destination not deleted");
}

/** What became of those that are not deleted, and what to do about them, in sentences. */
export function deletedWords(destinations: readonly DeletedDestination[]): readonly string[] {
  const count = counting(destinations);
  const isNothing = ["deleted", "accepted", "unknown"].every((kind) =>
    destinations.every(({ deletion }) => deletion.kind !== kind),
  );
  const left = destinations.length === 1 ? [] : leftWords(count);
  return [
    paragraph([
      ...(isNothing && left.length > 0 ? [l10n.t("Nothing was deleted.")] : []),
      ...(left.length > 0 ? [sentence(series(left))] : []),
    ]),
    count("unknown") > 0
      ? l10n.t(
          "Where the result is unknown, the destination may be deleted. Run the command again for it to find out.",
        )
      : "",
    count("accepted") > 0
      ? l10n.t("The service may still be working on what it accepted. Run the command again to check.")
      : "",
    count("skipped") > 0 ? l10n.t("You canceled before the rest was sent.") : "",
    count("notTried") > 0
      ? l10n.t("The rest was not tried, because it would most likely have ended the same way.")
      : "",
  ].filter((words) => words !== "");
}

function leftWords(count: Count): readonly string[] {
  const [refused, notFound, failed] = [count("refused"), count("notFound"), count("failed")];
  return [
    refused === 1 ? l10n.t("1 is in use") : refused > 1 ? l10n.t("{0} are in use", refused) : "",
    notFound === 1 ? l10n.t("1 does not exist") : notFound > 1 ? l10n.t("{0} do not exist", notFound) : "",
    failed > 0 ? l10n.t("{0} failed", failed) : "",
  ].filter((words) => words !== "");
}
