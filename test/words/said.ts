// What the extension says, and what each text is for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import * as z from "zod/mini";
import { root } from "../host/paths.ts";
import { messageOf } from "../l10n/bundle.ts";
import { isTranslation, nodes, placeOf } from "../l10n/sources.ts";

/** What a text is for: `row` is what may be chosen in a list, which does something or is a value. */
type Use = "press" | "row" | "statement";

/** A text that people read. */
interface Said {
  readonly place: string;
  readonly text: string;
  readonly use: Use;
}

/** Every message of some files. */
export function saidIn(files: readonly ts.SourceFile[]): readonly Said[] {
  return files.flatMap((file) =>
    [...nodes(file)]
      .filter(isTranslation)
      .map((call) => ({ place: placeOf(call), text: messageOf(call).text, use: useOf(call) })),
  );
}

/** Functions of ours whose argument, counted from 0, is what is written on a button or in the title of an input. */
const pressed: ReadonlyMap<string, number> = new Map([
  ["button", 0],
  ["openPageButton", 0],
  ["readButton", 0],
  ["confirm", 2],
  ["readOrSay", 1],
  ["findThing", 2],
  ["showThing", 2],
  ["chooseOrCreate", 2],
  ["pickDestinations", 0],
]);

function useOf(call: ts.CallExpression): Use {
  for (
    let inner: ts.Node = call, outer = call.parent;
    !ts.isSourceFile(outer);
    inner = outer, outer = outer.parent
  ) {
    if (ts.isCallExpression(outer)) {
      const place = pressed.get(outer.expression.getText());
      return place !== undefined && outer.arguments[place] === inner ? "press" : "statement";
    }
    if (ts.isVariableDeclaration(outer)) return outer.name.getText() === "title" ? "press" : "statement";
    if (ts.isFunctionDeclaration(outer)) return outer.name?.text === "commandTitle" ? "press" : "statement";
    if (ts.isPropertyAssignment(outer)) return useOfProperty(outer);
  }
  return "statement";
}

function useOfProperty(property: ts.PropertyAssignment): Use {
  const has = (name: string): boolean =>
    property.parent.properties.some((other) => other.name?.getText() === name);
  const of = ts.isPropertyAssignment(property.parent.parent) ? property.parent.parent.name.getText() : "";
  if (of === "titles") return "press";
  switch (property.name.getText()) {
    case "copyLabel":
      return "press";
    case "another":
    case "row":
      return "row";
    case "title":
      return has("command") || of === "frame" ? "press" : "statement";
    case "tooltip":
      return of === "button" || has("iconPath") ? "press" : "statement";
    case "label":
      if (has("run") || has("items") || has("press")) return "press";
      return isChoice(property.parent) ? "row" : "statement";
    default:
      return "statement";
  }
}

/** Whether something with a label is a row to choose; the value of a fact is drawn, which a function prepares. */
function isChoice({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.some(
    (one) =>
      one.name?.getText() === "iconPath" ||
      (one.name?.getText() === "value" &&
        !(ts.isPropertyAssignment(one) && ts.isCallExpression(one.initializer))),
  );
}

/** The texts of the manifest; links apart from what stands around them. */
export function saidInManifest(): readonly Said[] {
  const text = readFileSync(join(root, "package.nls.json"), "utf8");
  return Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text))).flatMap(([key, value]) => {
    const use: Use = /^(?:command|submenu|view|category|displayName|walkthrough\.title$)/.test(key)
      ? "press"
      : "statement";
    const place = `package.nls.json: ${key}`;
    // A link on a line of its own is drawn as a button.
    const lines = value.split("\n").map((line) => /^\[([^\]]+)\]\([^)]+\)$/.exec(line)?.[1] ?? line);
    return value
      .split("\n")
      .map((line, index) =>
        lines[index] === line
          ? { place, text: line.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1"), use }
          : { place, text: lines[index] ?? "", use: "press" as const },
      );
  });
}

/** A message that VS Code shows in a corner, and whether a button always belongs to it. */
interface Shown {
  readonly place: string;
  /** Each text that it may be; nothing where it is not written in the call. */
  readonly texts: readonly string[];
  readonly button: boolean;
}

/** The messages that some files show. */
export function shownBy(files: readonly ts.SourceFile[]): readonly Shown[] {
  return files.flatMap((file) =>
    [...nodes(file)].filter(shows).map((call) => {
      const [message, action] = call.arguments;
      const texts = message === undefined ? [] : [...nodes(message)].filter(isTranslation);
      return {
        place: placeOf(call),
        texts: texts.map((one) => messageOf(one).text),
        button: action !== undefined && !ts.isSpreadElement(action),
      };
    }),
  );
}

/** Whether a call shows a message, through the one place that does so (`kit/notify.ts`). */
function shows(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && /^(?:inform|warn)$/.test(node.expression.getText());
}
