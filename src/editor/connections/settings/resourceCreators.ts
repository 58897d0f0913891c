import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import type {
  Credential,
  CredentialProvider,
  OtlpDestination,
  ProxyResource,
} from "../../../api/resourceSchemas.ts";
import type { ConnectionDraft } from "../../../domain/draft/draft.ts";
import { display } from "../../../domain/text/display.ts";
import type { PickerLists } from "../../catalogue/pickerLists.ts";
import type { Choice, Frame } from "../../kit/inputs/ask.ts";
import type { LiveRow } from "../../kit/inputs/livePick.ts";

/**
 * Prompts for the values of a resource and creates the resource in the account of the current wizard, without opening
 * a page. Returns the created resource, or `undefined` if the user goes back.
 */
type ResourceCreator<T> = (frame: Frame, draft: ConnectionDraft) => Promise<T | undefined>;

/** The outcome of a proxy check as text, and the checked proxy if known. */
export interface CheckedProxy {
  readonly proxy?: ProxyResource;
  readonly words: string;
}

/**
 * Callbacks that let a prompt create or check resources. The modules of these resources provide the callbacks, so
 * that prompts don't import those modules.
 */
export interface ResourceCreators {
  readonly destination?: ResourceCreator<OtlpDestination>;
  readonly credential?: ResourceCreator<Credential>;
  readonly provider?: ResourceCreator<CredentialProvider>;
  readonly proxy?: ResourceCreator<ProxyResource>;
  /** Checks a proxy against a website, or without a website if `site` is empty. Returns `undefined` if cancelled. */
  readonly checkProxy?: (
    proxy: ProxyResource,
    site: string,
    signal: AbortSignal,
  ) => Promise<CheckedProxy | undefined>;
}

/** Returns a list with the picker row that creates a new resource, or an empty list if `create` is missing. */
export function createResourceChoice<V>(
  create: ResourceCreator<object> | undefined,
  row: Choice<V>,
): readonly Choice<V>[] {
  return create === undefined ? [] : [{ ...row, icon: "add" }];
}

/**
 * Creates a resource and then discards the cached list that should contain it. The list is discarded even after a
 * cancellation, because the resource may have been created.
 */
export async function createFromPicker<T>(
  create: ResourceCreator<T> | undefined,
  list: Parameters<PickerLists["invalidate"]>[0],
  context: { readonly draft: ConnectionDraft; readonly frame: Frame; readonly lists: PickerLists },
): Promise<T | undefined> {
  try {
    return await create?.(context.frame, context.draft);
  } finally {
    context.lists.invalidate(list);
  }
}

/** Adds a row for the current choice, unless one of the rows already has the same value. */
export function withChosenRow<V>(
  chosen: V,
  words: string,
  rows: readonly LiveRow<V>[],
): readonly LiveRow<V>[] {
  return rows.some((row) => "value" in row && isDeepStrictEqual(row.value, chosen))
    ? rows
    : [
        { separator: l10n.t("Chosen") },
        { label: display(words), icon: "check", value: chosen },
        { separator: "" },
        ...rows,
      ];
}
