import { connectionName } from "../../catalogue/connectionWords.ts";
import type { Access } from "../../accounts/service.ts";
import type { Result } from "../../results/result.ts";
import { occasionOf } from "../../results/showingParts.ts";
import { connectionTab } from "../../results/connectionTab.ts";
import { secretsOf } from "../shown/commands.ts";
import { editedCard } from "./cards.ts";
import type { Asked, ShownEnd } from "./cards.ts";

/** The result to show for an edit, in the page of its connection. */
export function editResult(id: string, access: Access, asked: Asked, end: ShownEnd): Result {
  const { connection } = asked;
  return {
    card: editedCard(occasionOf(access, id), asked, end),
    accountId: access.account.id,
    about: connectionName(connection),
    connectionId: connection.id,
    tab: connectionTab(connection),
    ...("after" in end && { secrets: secretsOf(end.after) }),
  };
}
