import { l10n } from "vscode";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import type { Act } from "../words/forbidden.ts";
import { after, failed, notDone } from "./answer.ts";
import type { Answer } from "./answer.ts";

/** What is said of something that was to be deleted: once it is gone, and where to look whether it is. */
interface Words {
  readonly act: Extract<Act, "delete" | "deleteDestination">;
  readonly gone: string;
  readonly look: string;
}

/** What became of one that was to be deleted; never that it is gone, where nobody knows. */
export function deletionAnswer(deletion: Deletion, { act, gone, look }: Words): Answer {
  switch (deletion.kind) {
    case "deleted":
      return { done: true, says: [gone] };
    case "notFound":
      return { done: true, says: [l10n.t("It was gone already.")] };
    case "accepted":
      return notDone(l10n.t("The service has agreed, and may still be at it."), look);
    case "unknown":
      return notDone(l10n.t("Nobody can tell whether it was deleted: the answer was lost."), look);
    case "refused":
    case "failed":
      return after([l10n.t("It was not deleted.")], failed(deletion.error, act));
    case "skipped":
    case "notTried":
      return notDone(l10n.t("The user called it off before it was sent."));
  }
}
