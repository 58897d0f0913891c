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
import type { OtlpDestination } from "../../../api/resourceSchemas.ts";
import { namesOfLines } from "../../../domain/text/names.ts";
import type { Target } from "../../../domain/deletion/deletion.ts";
import { display } from "../../../domain/text/display.ts";
import type { Used } from "../../catalogue/lists.ts";
import { LiveListing, type LoadRows } from "../../kit/inputs/liveListing.ts";
import { ask, rowOf } from "../../kit/inputs/ask.ts";
import { ShownRows } from "../../kit/inputs/shownRows.ts";
import { whyNotListed } from "../../kit/inputs/livePick.ts";
import { destinationRow } from "../../catalogue/rows.ts";

interface Item extends QuickPickItem {
  readonly target?: Target;
}

/**
 * Asks which destinations to delete (§4.3): from the service's list, typed one at a time, or a pasted list. One that
 * was picked is named by its id. Returns them in the order shown, or `undefined` when the user left.
 */
export async function pickDestinations(
  title: string,
  load: LoadRows<Used<OtlpDestination>>,
): Promise<readonly Target[] | undefined> {
  const pick = window.createQuickPick<Item>();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.placeholder = l10n.t("Choose or type destinations");
  const paste = {
    iconPath: new ThemeIcon("clippy"),
    tooltip: l10n.t("Paste a List"),
  };
  pick.buttons = [paste];
  const list = new DestinationList(pick, load);
  const answer = ask<readonly Target[]>(
    pick,
    { title, back: false },
    () => list,
    () =>
      pick.onDidTriggerButton((button) => {
        if (button === paste) void list.paste();
      }),
    (accept) => pick.onDidAccept(() => list.accept(accept)),
  );
  list.begin();
  const { kind, ...rest } = await answer;
  return kind === "accepted" && "value" in rest ? rest.value : undefined;
}

/** What the picker shows and what is checked; setting rows loses their checks, so they are kept here by name. */
class DestinationList {
  readonly #pick: QuickPick<Item>;
  readonly #listing: LiveListing<Used<OtlpDestination>>;
  readonly #shown: ShownRows<Item>;
  readonly #owned: readonly Disposable[];
  #added: readonly string[] = [];
  #checked = new Set<string>();
  #drawn: readonly Item[] = [];
  /** Whether VS Code told of checks that could not be placed. */
  #missed = false;
  /** Rows that are checked: they stay while another search is shown. */
  #kept: readonly Used<OtlpDestination>[] = [];
  /** What became of a paste or of Enter; it stands until something is typed. */
  #said: string | undefined;

  constructor(pick: QuickPick<Item>, load: LoadRows<Used<OtlpDestination>>) {
    this.#pick = pick;
    this.#shown = new ShownRows(pick, keyOf);
    this.#listing = new LiveListing(load, () => this.#draw());
    this.#owned = [
      pick.onDidChangeValue((text) => {
        // VS Code tells of the text that a paste takes away, too.
        if (text !== "") this.#said = undefined;
        this.#draw();
        this.#listing.search(text);
      }),
      pick.onDidChangeSelection((items) => this.#check(items)),
    ];
  }

  begin(): void {
    this.#listing.begin();
  }

  /** Accepts what is checked, else what is typed; says what is wrong with it otherwise. */
  accept(accept: (targets: readonly Target[]) => void): void {
    const checked = targetsOf(this.#checkedRows());
    const typed = this.#pick.value;
    const targets = checked.length > 0 || typed === "" ? checked : [targetOf(this.#find(typed), typed)];
    const fault = faultOf(targets.map(({ idOrName }) => idOrName));
    if (targets.length > 0 && fault === undefined) accept(targets);
    else this.#say(fault ?? l10n.t("Select or type at least one destination."));
  }

  dispose(): void {
    this.#listing.dispose();
    for (const one of this.#owned) one.dispose();
  }

  #check(items: readonly Item[]): void {
    // It may be about other rows than these; what is checked is shown again once they are on screen.
    this.#missed = !this.#shown.settled;
    if (this.#missed) return;
    const typed = this.#pick.value;
    this.#checked = new Set(targetsOf(items).map(({ idOrName }) => idOrName));
    this.#kept = this.#rows().filter(({ item }) => this.#checked.has(item.id));
    if (typed === "" || !this.#checked.has(typed)) return;
    // A typed name that was checked joins the rows, and the input is free for the next one.
    this.#added = [...this.#added.filter((name) => name !== typed), typed];
    this.#pick.value = "";
    this.#draw();
  }

  /** Adds what is on the clipboard to the rows, checked. */
  async paste(): Promise<void> {
    const names = namesOfLines(await env.clipboard.readText());
    if (names.length === 0) {
      this.#say(l10n.t("Clipboard is empty. Copy one ID or name per line."));
      return;
    }
    this.#added = [...this.#added.filter((name) => !names.includes(name)), ...names];
    this.#checked = new Set([...this.#checked, ...names]);
    this.#pick.value = "";
    // They come first, and are to be looked at: a list of several choices scrolls there only for its active row.
    this.#shown.startOver();
    this.#draw();
    this.#pick.activeItems = this.#drawn.slice(0, 1);
    this.#say(faultOf(names) ?? l10n.t("Check the list, then press Enter."));
  }

  #draw(): void {
    const typed = this.#pick.value;
    const { busy, chosenByService, cut } = this.#listing;
    const rows = this.#rows();
    // A name that was typed or pasted before the list knew it is the listed destination from then on.
    this.#checked = new Set([...this.#checked].map((key) => targetOf(this.#find(key), key).idOrName));
    this.#kept = rows.filter(({ item }) => this.#checked.has(item.id));
    // What the list knows by a text stands there with its usage, so that its id is sent.
    const byName = Map.groupBy(rows, ({ item }) => item.name);
    const isWhole = typed === "" && !busy && !cut && this.#listing.listing.kind !== "failed";
    const items = this.#added.map((text): Item => {
      const used = this.#find(text);
      const unlisted = isWhole && used === undefined && !byName.has(text);
      return { ...itemOf(used, text), ...(unlisted && { description: l10n.t("not in the list") }) };
    });
    const added = new Map(items.map((item) => [keyOf(item), item]));
    const others = rows.filter(({ item }) => !added.has(item.id));
    const listed = others.map((used) => {
      const { id, name = id } = used.item;
      const item = itemOf(used, byName.get(name)?.length === 1 ? name : id);
      return { ...item, alwaysShow: chosenByService };
    });
    const known = new Set([...this.#added, ...rows.flatMap(({ item }) => [item.id, item.name])]);
    const all: readonly Item[] = [
      ...(typed === "" || known.has(typed) ? [] : [typedItem(typed, this.#checked.size > 0)]),
      ...added.values(),
      ...(listed.length > 0 && added.size > 0 ? [separator(l10n.t("Others"))] : []),
      ...listed,
      ...(cut ? [separator(l10n.t("More results: type to narrow"))] : []),
    ];
    this.#pick.busy = busy;
    this.#drawn = this.#shown.set(all, () => {
      if (this.#missed) this.#showChecks();
      this.#missed = false;
    });
    this.#showChecks();
    this.#pick.prompt = (typed === "" ? undefined : faultOf([typed])) ?? this.#said ?? this.#usualPrompt();
  }

  #checkedRows(): readonly Item[] {
    return this.#drawn.filter(({ target }) => target !== undefined && this.#checked.has(target.idOrName));
  }

  #showChecks(): void {
    this.#pick.selectedItems = this.#checkedRows();
  }

  /** What is listed, after what is checked and listed no more. */
  #rows(): readonly Used<OtlpDestination>[] {
    const { rows } = this.#listing.listing;
    const listed = new Set(rows.map(({ item }) => item.id));
    return [...this.#kept.filter(({ item }) => !listed.has(item.id)), ...rows];
  }

  #say(text: string): void {
    this.#said = text;
    this.#pick.prompt = text;
  }

  #usualPrompt(): string | undefined {
    const { empty, listing } = this.#listing;
    if (listing.kind === "failed") return whyNotListed(listing.error, listing.rows.length > 0);
    return empty ? l10n.t("No destinations yet.") : undefined;
  }

  /** What the list knows by this id, or else by this name; where two bear it, nobody knows which. */
  #find(text: string): Used<OtlpDestination> | undefined {
    const rows = this.#rows();
    const [only, ...others] = rows.filter(({ item }) => item.name === text);
    return rows.find(({ item }) => item.id === text) ?? (others.length === 0 ? only : undefined);
  }
}

/** A destination that is listed, by its id; any other text stands for itself. */
function targetOf(used: Used<OtlpDestination> | undefined, text: string): Target {
  if (used === undefined) return { idOrName: text };
  const { endpoint, id, name } = used.item;
  return {
    idOrName: id,
    ...(name !== undefined && { name }),
    ...(endpoint !== undefined && { endpoint }),
    ...(used.usedBy.length > 0 && { heldBy: used.usedBy }),
  };
}

function itemOf(used: Used<OtlpDestination> | undefined, text: string): Item {
  const target = targetOf(used, text);
  if (used === undefined) return { label: display(text), iconPath: new ThemeIcon("edit"), target };
  // What is chosen here is deleted: a pasted ID is shown whole, and that of a name that several share.
  const { id, ...row } = destinationRow(used, target);
  const detail = [row.detail, id === text ? display(id) : undefined]
    .filter((part) => part !== undefined)
    .join(" · ");
  return { ...rowOf({ ...row, ...(detail !== "" && { detail }) }), target };
}

function keyOf({ target }: Item): string | undefined {
  return target?.idOrName;
}

function targetsOf(items: readonly Item[]): readonly Target[] {
  return items.map(({ target }) => target).filter((target) => target !== undefined);
}

function separator(label: string): Item {
  return { label, kind: QuickPickItemKind.Separator };
}

/** The typed text; Enter takes it only while nothing is checked. */
function typedItem(idOrName: string, othersChecked: boolean): Item {
  return {
    ...itemOf(undefined, idOrName),
    description: othersChecked ? l10n.t("select to add") : l10n.t("press Enter, or select more"),
    alwaysShow: true,
  };
}

/** What is wrong with the first name that cannot be addressed. */
function faultOf(names: readonly string[]): string | undefined {
  for (const name of names) {
    const segment = encodePathSegment(name);
    if (!segment.ok) return segmentFault(name, segment.reason);
  }
  return undefined;
}

/** Why a destination's id or name cannot be part of an address. */
export function segmentFault(idOrName: string, reason: SegmentReason): string {
  return {
    empty: l10n.t("Enter an ID or name."),
    dots: l10n.t('The name "{0}" can\'t be part of an address. Use the ID instead.', idOrName),
    control: l10n.t('"{0}" has a control character. Use the ID instead.', display(idOrName)),
    surrogate: l10n.t('"{0}" contains an invalid character. Use the ID instead.', display(idOrName)),
    tooLong: l10n.t("The ID or name is too long."),
  }[reason];
}
