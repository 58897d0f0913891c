import { env, l10n, QuickPickItemKind, ThemeIcon, window } from "vscode";
import type { QuickPickItem } from "vscode";
import { encodeSegment } from "../api/encodeSegment.ts";
import { namesOfLines } from "../domain/deletion.ts";
import { display } from "../domain/display.ts";
import { segmentFault } from "./words/segments.ts";

interface Item extends QuickPickItem {
  readonly idOrName?: string;
}

/**
 * Asks which destinations to delete, by id or name (§4.3): recent ones to check, one typed at a time, or a pasted
 * list. `hint` is shown while nothing is typed. Returns them in the order shown, or `undefined` when the user left.
 */
export async function pickDestinations(
  title: string,
  recent: readonly string[],
  hint: string | undefined,
): Promise<readonly string[] | undefined> {
  const pick = window.createQuickPick<Item>();
  const pasteList = {
    iconPath: new ThemeIcon("list-flat"),
    tooltip: l10n.t("Paste List, one ID or name a line"),
  };
  pick.title = title;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.buttons = [pasteList];
  pick.placeholder =
    recent.length === 0
      ? l10n.t("Type the ID or name of a destination")
      : l10n.t("Type the ID or name of a destination, or check some below");

  // Names the user added come first; what is checked is kept by name, for new items lose their checks.
  let added: readonly string[] = [];
  let checked = new Set<string>();
  let typed = "";

  const draw = (): void => {
    const offered = typed === "" || added.includes(typed) || recent.includes(typed) ? undefined : typed;
    const others = recent.filter((name) => !added.includes(name));
    const items: readonly Item[] = [
      ...(offered === undefined ? [] : [typedRow(offered)]),
      ...added.map((name) => row(name)),
      ...(others.length > 0 ? [{ label: l10n.t("Recent"), kind: QuickPickItemKind.Separator }] : []),
      ...others.map((name) => row(name)),
    ];
    pick.items = items;
    pick.selectedItems = items.filter(({ idOrName }) => idOrName !== undefined && checked.has(idOrName));
  };

  const { promise, resolve } = Promise.withResolvers<readonly string[] | undefined>();
  const owned = [
    pick,
    pick.onDidChangeValue((value) => {
      typed = value;
      pick.prompt = value === "" ? hint : faultOf([value]);
      draw();
    }),
    pick.onDidChangeSelection((items) => {
      checked = new Set(items.map(({ idOrName }) => idOrName).filter((name) => name !== undefined));
      if (typed !== "" && checked.has(typed)) {
        added = [...added.filter((name) => name !== typed), typed];
        pick.value = "";
        typed = "";
        draw();
      }
    }),
    pick.onDidTriggerButton(async () => {
      const names = namesOfLines(await env.clipboard.readText());
      if (names.length === 0) {
        pick.prompt = l10n.t("The clipboard holds no text. Copy a list, one ID or name a line.");
        return;
      }
      added = [...added.filter((name) => !names.includes(name)), ...names];
      checked = new Set([...checked, ...names]);
      typed = "";
      pick.value = "";
      pick.prompt = faultOf(names) ?? l10n.t("Check the list, then press Enter.");
      draw();
    }),
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems.map(({ idOrName }) => idOrName).filter((name) => name !== undefined);
      const names = chosen.length > 0 ? chosen : typed === "" ? [] : [typed];
      const fault = faultOf(names);
      if (names.length > 0 && fault === undefined) resolve(names);
      else pick.prompt = fault ?? l10n.t("Type or check at least one destination.");
    }),
    pick.onDidHide(() => resolve(undefined)),
  ];
  pick.prompt = hint;
  draw();
  pick.show();
  try {
    return await promise;
  } finally {
    for (const one of owned.reverse()) one.dispose();
  }
}

function row(idOrName: string): Item {
  return { label: display(idOrName), idOrName, alwaysShow: false };
}

function typedRow(idOrName: string): Item {
  return {
    label: display(idOrName),
    description: l10n.t("press Enter for this one, or check it to add more"),
    idOrName,
    alwaysShow: true,
  };
}

/** What is wrong with the first name that cannot be addressed. */
function faultOf(names: readonly string[]): string | undefined {
  for (const name of names) {
    const segment = encodeSegment(name);
    if (!segment.ok) return segmentFault(name, segment.reason);
  }
  return undefined;
}
