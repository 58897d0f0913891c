// What the extension says, and what each text is for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import * as z from "zod/mini";
import { root } from "../host/paths.ts";
import { messageOf } from "../l10n/bundle.ts";
import { isTranslation, nodes, placeOf } from "../l10n/sources.ts";

/**
 * What a text is for: a command of the manifest, which may ask what it is about; a link that is drawn as a button; what
 * else can be pressed; a title over an input or the end of a confirmation, which ask nothing more; a row to choose, which
 * does something or is a value.
 */
type Use = "command" | "link" | "press" | "title" | "row" | "statement";

/** A text that people read. */
export interface Said {
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

/** Functions of ours with an argument, counted from 0, that is what does something, or a title. */
const taken: ReadonlyMap<string, readonly [argument: number, use: Use]> = new Map([
  ["button", [0, "press"]],
  ["readButton", [0, "press"]],
  ["showButton", [1, "press"]],
  ["starts", [0, "press"]],
  ["confirm", [2, "title"]],
  ["chosenConnections", [1, "title"]],
  ["findResource", [2, "title"]],
  ["parts.requireAccess", [0, "title"]],
  ["parts.use", [1, "title"]],
  ["pickDestinations", [0, "title"]],
  ["readChosen", [1, "title"]],
  ["readConnection", [1, "title"]],
  ["readOrSay", [1, "title"]],
  ["use", [2, "title"]],
]);

function useOf(call: ts.CallExpression): Use {
  for (
    let inner: ts.Node = call, outer = call.parent;
    !ts.isSourceFile(outer);
    inner = outer, outer = outer.parent
  ) {
    if (ts.isCallExpression(outer)) {
      const [place, use] = taken.get(outer.expression.getText()) ?? [];
      return use !== undefined && place !== undefined && outer.arguments[place] === inner ? use : "statement";
    }
    if (ts.isVariableDeclaration(outer)) return outer.name.getText() === "title" ? "title" : "statement";
    if (ts.isFunctionDeclaration(outer)) return outer.name?.text === "commandTitle" ? "title" : "statement";
    if (ts.isPropertyAssignment(outer)) return useOfProperty(outer);
  }
  return "statement";
}

function useOfProperty(property: ts.PropertyAssignment): Use {
  const has = (name: string): boolean =>
    property.parent.properties.some((other) => other.name?.getText() === name);
  const of = ts.isPropertyAssignment(property.parent.parent) ? property.parent.parent.name.getText() : "";
  if (of === "titles") return "title";
  switch (property.name.getText()) {
    case "copyLabel":
      return "press";
    case "another":
    case "row":
      return "row";
    case "title":
      return has("command") ? "press" : of === "frame" ? "title" : "statement";
    case "tooltip":
      return of === "button" || has("iconPath") ? "press" : "statement";
    case "label":
      if (has("run") || has("items") || has("press") || of === "next") return "press";
      if (has("prompt")) return "row";
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
    const use: Use = /^(?:command|submenu)/.test(key)
      ? "command"
      : /^(?:view|category|displayName|walkthrough\.title$)/.test(key)
        ? "title"
        : "statement";
    const place = `package.nls.json: ${key}`;
    // A link on a line of its own is drawn as a button.
    const lines = value.split("\n").map((line) => /^\[([^\]]+)\]\([^)]+\)$/.exec(line)?.[1] ?? line);
    return value
      .split("\n")
      .map((line, index) =>
        lines[index] === line
          ? { place, text: line.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1"), use }
          : { place, text: lines[index] ?? "", use: "link" as const },
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
