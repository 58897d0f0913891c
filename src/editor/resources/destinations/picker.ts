import {
  env,
  l10n,
  QuickPickItemKind,
  ThemeIcon,
  window,
  type Disposable,
  type QuickPick,
  type QuickPickItem,
} from "vscode";
import { encodePathSegment, type SegmentReason } from "../../../api/requestUrl.ts";
import type { ListedDestination } from "../../../domain/resources/destinations.ts";
import { compact } from "../../../domain/compact.ts";
import { namesOfLines } from "../../../domain/text/names.ts";
import type { DeletionTarget } from "../../../domain/resources/deletionOutcome.ts";
import { display } from "../../../domain/text/display.ts";
import { LiveListing, type LoadRows } from "../../kit/inputs/liveListing.ts";
import { rowOf } from "../../kit/inputs/ask.ts";
import { Question } from "../../kit/inputs/question.ts";
import { ShownRows } from "../../kit/inputs/shownRows.ts";
import { whyNotListed } from "../../kit/inputs/livePick.ts";
import { destinationPick } from "../../catalogue/picks.ts";

interface DestinationItem extends QuickPickItem {
  readonly target?: DeletionTarget;
}

/**
 * Prompts for destinations to delete (interface.md §4.3). The user picks them from the service's list, types them one
 * at a time, or pastes a list. Picked destinations are identified by ID. Returns the destinations in the order shown,
 * or undefined if the user cancels.
 */
export async function pickDestinations(
  title: string,
  load: LoadRows<ListedDestination>,
): Promise<readonly DeletionTarget[] | undefined> {
  const pick = window.createQuickPick<DestinationItem>();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.placeholder = l10n.t("Choose or type destinations");
  const paste = { iconPath: new ThemeIcon("clippy"), tooltip: l10n.t("Paste a List") };
  pick.buttons = [paste];
  const list = new DestinationList(pick, load);
  const question = new Question<readonly DeletionTarget[]>(pick, { title, back: false });
  question.own(
    list,
    pick.onDidTriggerButton((button) => {
      if (button === paste) void list.paste();
    }),
    pick.onDidAccept(() => list.accept((targets) => question.accept(targets))),
  );
  list.begin();
  if (await question.waitForUser()) {
    question.register();
    pick.show();
  }
  return (await question.answer()).value;
}

/**
 * Rows and checked items of the picker. VS Code clears all checks when the rows are set, so this class stores the
 * checks by ID or name.
 */
class DestinationList {
  readonly #pick: QuickPick<DestinationItem>;
  readonly #listing: LiveListing<ListedDestination>;
  readonly #shown: ShownRows<DestinationItem>;
  readonly #owned: readonly Disposable[];
  #added: readonly string[] = [];
  #checked = new Set<string>();
  #drawn: readonly DestinationItem[] = [];
  /** True if VS Code reported a selection while outdated rows were on screen. The selection was ignored. */
  #missed = false;
  /** Checked rows that stay in the list while the results of another search are shown. */
  #retainedRows: readonly ListedDestination[] = [];
  /** Message about the last paste or the last press of Enter. Shown until the user types. */
  #message: string | undefined;

  constructor(pick: QuickPick<DestinationItem>, load: LoadRows<ListedDestination>) {
    this.#pick = pick;
    this.#shown = new ShownRows(pick, targetKey);
    this.#listing = new LiveListing(load, () => this.#draw());
    this.#owned = [
      pick.onDidChangeValue((text) => {
        // Keep the message if a paste has cleared the text, which VS Code also reports as a change.
        if (text !== "") this.#message = undefined;
        this.#draw();
        this.#listing.search(text);
      }),
      pick.onDidChangeSelection((items) => this.#check(items)),
    ];
  }

  begin(): void {
    this.#listing.begin();
  }

  /** Accepts the checked rows, or the typed text if nothing is checked. Shows an error if the text is invalid. */
  accept(accept: (targets: readonly DeletionTarget[]) => void): void {
    const checked = itemTargets(this.#checkedRows());
    const typed = this.#pick.value;
    const targets = checked.length > 0 || typed === "" ? checked : [targetOf(this.#find(typed), typed)];
    const fault = firstNameProblem(targets.map(({ idOrName }) => idOrName));
    if (targets.length > 0 && fault === undefined) accept(targets);
    else this.#showMessage(fault ?? l10n.t("Select or type at least one destination."));
  }

  dispose(): void {
    this.#listing.dispose();
    for (const disposable of this.#owned) disposable.dispose();
  }

  #check(items: readonly DestinationItem[]): void {
    // VS Code may report a selection for rows that were already replaced. The stored checks are applied again once
    // the current rows are on screen.
    this.#missed = !this.#shown.settled;
    if (this.#missed) return;
    const typed = this.#pick.value;
    this.#checked = new Set(itemTargets(items).map(({ idOrName }) => idOrName));
    this.#retainedRows = this.#rows().filter(({ id }) => this.#checked.has(id));
    if (typed === "" || !this.#checked.has(typed)) return;
    // The user has checked the row of the typed name. Keep the row and clear the input for the next name.
    this.#added = [...this.#added.filter((name) => name !== typed), typed];
    this.#pick.value = "";
    this.#draw();
  }

  /** Adds the names on the clipboard as checked rows. */
  async paste(): Promise<void> {
    const names = namesOfLines(await env.clipboard.readText());
    if (names.length === 0) {
      this.#showMessage(l10n.t("Clipboard is empty. Copy one ID or name per line."));
      return;
    }
    this.#added = [...this.#added.filter((name) => !names.includes(name)), ...names];
    this.#checked = new Set([...this.#checked, ...names]);
    this.#pick.value = "";
    // Scroll to the pasted rows at the top. A multi-select list only scrolls to its active row.
    this.#shown.startOver();
    this.#draw();
    this.#pick.activeItems = this.#drawn.slice(0, 1);
    this.#showMessage(firstNameProblem(names) ?? l10n.t("Check the list, then press Enter."));
  }

  #draw(): void {
    const typed = this.#pick.value;
    const { busy, chosenByService, cut } = this.#listing;
    const rows = this.#rows();
    // Replace a typed or pasted name with the ID of the destination once the service's list contains the destination.
    this.#checked = new Set([...this.#checked].map((key) => targetOf(this.#find(key), key).idOrName));
    this.#retainedRows = rows.filter(({ id }) => this.#checked.has(id));
    // If a typed or pasted name is in the list, show the destination and its usage, and use its ID in requests.
    const byName = Map.groupBy(rows, ({ name }) => name);
    const isComplete = typed === "" && !busy && !cut && this.#listing.listing.kind !== "failed";
    const items = this.#added.map((text): DestinationItem => {
      const used = this.#find(text);
      const unlisted = isComplete && used === undefined && !byName.has(text);
      return { ...itemOf(used, text), ...(unlisted && { description: l10n.t("not in the list") }) };
    });
    const added = new Map(items.map((item) => [targetKey(item), item]));
    const otherRows = rows.filter(({ id }) => !added.has(id));
    const listed = otherRows.map((used) => {
      const { id, name = id } = used;
      const item = itemOf(used, byName.get(name)?.length === 1 ? name : id);
      return { ...item, alwaysShow: chosenByService };
    });
    const knownNames = new Set([...this.#added, ...rows.flatMap(({ id, name }) => [id, name])]);
    const allItems: readonly DestinationItem[] = [
      ...(typed === "" || knownNames.has(typed) ? [] : [typedItem(typed, this.#checked.size > 0)]),
      ...added.values(),
      ...(listed.length > 0 && added.size > 0 ? [separatorItem(l10n.t("Others"))] : []),
      ...listed,
      ...(cut ? [separatorItem(l10n.t("More results: type to narrow"))] : []),
    ];
    this.#pick.busy = busy;
    this.#drawn = this.#shown.set(allItems, () => {
      if (this.#missed) this.#showChecks();
      this.#missed = false;
    });
    this.#showChecks();
    this.#pick.prompt =
      (typed === "" ? undefined : firstNameProblem([typed])) ?? this.#message ?? this.#usualPrompt();
  }

  #checkedRows(): readonly DestinationItem[] {
    return this.#drawn.filter(({ target }) => target !== undefined && this.#checked.has(target.idOrName));
  }

  #showChecks(): void {
    this.#pick.selectedItems = this.#checkedRows();
  }

  /** Returns the service's rows, preceded by checked rows that the current list doesn't contain. */
  #rows(): readonly ListedDestination[] {
    const { rows } = this.#listing.listing;
    const listed = new Set(rows.map(({ id }) => id));
    return [...this.#retainedRows.filter(({ id }) => !listed.has(id)), ...rows];
  }

  #showMessage(text: string): void {
    this.#message = text;
    this.#pick.prompt = text;
  }

  #usualPrompt(): string | undefined {
    const { empty, listing } = this.#listing;
    if (listing.kind === "failed") return whyNotListed(listing.error, listing.rows.length > 0);
    return empty ? l10n.t("No destinations yet.") : undefined;
  }

  /**
   * Finds the destination with this ID or, if there is none, with this name. Returns undefined if several
   * destinations share the name.
   */
  #find(text: string): ListedDestination | undefined {
    const rows = this.#rows();
    const [only, ...others] = rows.filter(({ name }) => name === text);
    return rows.find(({ id }) => id === text) ?? (others.length === 0 ? only : undefined);
  }
}

/**
 * Returns the deletion target for a listed destination, identified by its ID. If the destination isn't listed, the
 * target is the text as given.
 */
function targetOf(used: ListedDestination | undefined, text: string): DeletionTarget {
  if (used === undefined) return { idOrName: text };
  const { endpoint, id, name, usedBy = [] } = used;
  return {
    idOrName: id,
    ...(name !== undefined && { name }),
    ...(endpoint !== undefined && { endpoint }),
    ...(usedBy.length > 0 && { heldBy: usedBy }),
  };
}

function itemOf(used: ListedDestination | undefined, text: string): DestinationItem {
  const target = targetOf(used, text);
  if (used === undefined) return { label: display(text), iconPath: new ThemeIcon("edit"), target };
  // Show the full ID if the ID was pasted or if several destinations share the name, because the user must know which
  // destination will be deleted.
  const { id, ...row } = destinationPick(used, target);
  const detail = compact(row.detail, id === text && display(id)).join(" · ");
  return { ...rowOf({ ...row, ...(detail !== "" && { detail }) }), target };
}

const targetKey = ({ target }: DestinationItem): string | undefined => target?.idOrName;

function itemTargets(items: readonly DestinationItem[]): readonly DeletionTarget[] {
  return items.map(({ target }) => target).filter((target) => target !== undefined);
}

const separatorItem = (label: string): DestinationItem => ({ label, kind: QuickPickItemKind.Separator });

/** Returns the row of the typed text. Enter accepts that text only while nothing is checked. */
function typedItem(idOrName: string, othersChecked: boolean): DestinationItem {
  return {
    ...itemOf(undefined, idOrName),
    description: othersChecked ? l10n.t("select to add") : l10n.t("press Enter, or select more"),
    alwaysShow: true,
  };
}

/** Returns an error for the first ID or name that can't be used in a URL, or undefined if all can be used. */
function firstNameProblem(names: readonly string[]): string | undefined {
  for (const name of names) {
    const segment = encodePathSegment(name);
    if (!segment.ok) return segmentFault(name, segment.reason);
  }
  return undefined;
}

/** Explains why a destination's ID or name can't be used in a URL. */
export function segmentFault(idOrName: string, reason: SegmentReason): string {
  return {
    empty: l10n.t("Enter an ID or name."),
    dots: l10n.t('The name "{0}" can\'t be part of an address. Use the ID instead.', idOrName),
    control: l10n.t('"{0}" has a control character. Use the ID instead.', display(idOrName)),
    surrogate: l10n.t('"{0}" contains an invalid character. Use the ID instead.', display(idOrName)),
    tooLong: l10n.t("The ID or name is too long."),
  }[reason];
}
