import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import type { Credential, CredentialProvider, OtlpDestination, Proxy } from "../../../api/resourceSchemas.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { display } from "../../../domain/text/display.ts";
import type { Lists } from "../../catalogue/lists.ts";
import type { Choice, Frame } from "../../kit/inputs/ask.ts";
import type { LiveRow } from "../../kit/inputs/livePick.ts";

/**
 * Asks for everything that a thing needs and creates it, for the account that the questions are about and with no page
 * over them. Returns it as the service has it; `undefined` where the user came back without it.
 */
type Make<T> = (frame: Frame, draft: Draft) => Promise<T | undefined>;

/** How a check of a proxy ended, in words, and the proxy as it is then, where that is known. */
export interface CheckedProxy {
  readonly proxy?: Proxy;
  readonly words: string;
}

/** What a question can have made or tried while it is asked; the rooms of these things do it, without being known here. */
export interface CreateNew {
  readonly destination?: Make<OtlpDestination>;
  readonly credential?: Make<Credential>;
  readonly provider?: Make<CredentialProvider>;
  readonly proxy?: Make<Proxy>;
  /** Tries a proxy with a website, or where that is empty by itself; `undefined` where it was called off. */
  readonly checkProxy?: (
    proxy: Proxy,
    site: string,
    signal: AbortSignal,
  ) => Promise<CheckedProxy | undefined>;
}

/** The row of a picker that creates what the picker lists. */
export function createNewRow<V>(
  make: Make<object> | undefined,
  row: Pick<Choice<V>, "label" | "value">,
): readonly Choice<V>[] {
  return make === undefined ? [] : [{ ...row, icon: "add" }];
}

/** Has something made, after which the list that it is picked from is read again: what was called off may be there. */
export async function makeNew<T>(
  make: Make<T> | undefined,
  list: Parameters<Lists["forget"]>[0],
  { draft, frame, lists }: { readonly draft: Draft; readonly frame: Frame; readonly lists: Lists },
): Promise<T | undefined> {
  try {
    return await make?.(frame, draft);
  } finally {
    lists.forget(list);
  }
}

/** The rows, and before them one for what was chosen earlier, where none of them stands for it. */
export function withChosen<V>(chosen: V, words: string, rows: readonly LiveRow<V>[]): readonly LiveRow<V>[] {
  return rows.some((row) => "value" in row && isDeepStrictEqual(row.value, chosen))
    ? rows
    : [
        { separator: l10n.t("Chosen") },
        { label: display(words), icon: "check", value: chosen },
        { separator: "" },
        ...rows,
      ];
}
