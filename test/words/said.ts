// Collects the user-visible texts of the extension with their roles.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import * as z from "zod/mini";
import { root } from "../host/paths.ts";
import { messageOf } from "../l10n/bundle.ts";
import { isTranslation, nodes, locationOf } from "../l10n/sources.ts";

/**
 * The role of a text: a command of the manifest, which may prompt; a link that is rendered as a button; another
 * button; the title of an input or the end of a confirmation, which never prompt; a row to pick, which is an action
 * or a value.
 */
type Use = "command" | "link" | "press" | "title" | "row" | "statement";

/** A user-visible text. */
export interface UiText {
  readonly location: string;
  readonly text: string;
  readonly use: Use;
}

/** Returns every message of these files. */
export function textsIn(files: readonly ts.SourceFile[]): readonly UiText[] {
  return files.flatMap((file) =>
    [...nodes(file)]
      .filter(isTranslation)
      .map((call) => ({ location: locationOf(call), text: messageOf(call).text, use: useOf(call) })),
  );
}

/** Functions with an argument that is an action or a title, with the index of this argument. */
const textArguments: ReadonlyMap<string, readonly [argument: number, use: Use]> = new Map([
  ["answerHere", [0, "press"]],
  ["commandButton", [0, "press"]],
  ["readAccountButton", [0, "press"]],
  ["refreshHistoryButton", [0, "press"]],
  ["refreshConnectionButton", [0, "press"]],
  ["entitlementsButton", [0, "press"]],
  ["showButton", [1, "press"]],
  ["commandAction", [0, "press"]],
  ["deletionButton", [0, "press"]],
  ["editSettingButton", [0, "press"]],
  ["confirm", [2, "title"]],
  ["chooseConnections", [1, "title"]],
  ["findResource", [2, "title"]],
  ["parts.requireAccess", [0, "title"]],
  ["parts.use", [1, "title"]],
  ["pickDestinations", [0, "title"]],
  ["fetchForConnection", [1, "title"]],
  ["fetchChosenConnection", [1, "title"]],
  ["fetchOrWarn", [1, "title"]],
  ["useAccount", [2, "title"]],
]);

function useOf(call: ts.CallExpression): Use {
  for (
    let inner: ts.Node = call, outer = call.parent;
    !ts.isSourceFile(outer);
    inner = outer, outer = outer.parent
  ) {
    if (ts.isCallExpression(outer)) {
      const [index, use] = textArguments.get(outer.expression.getText()) ?? [];
      return use !== undefined && index !== undefined && outer.arguments[index] === inner ? use : "statement";
    }
    if (ts.isVariableDeclaration(outer)) return outer.name.getText() === "title" ? "title" : "statement";
    if (ts.isFunctionDeclaration(outer)) return outer.name?.text === "commandTitle" ? "title" : "statement";
    if (ts.isPropertyAssignment(outer)) return useOfProperty(outer);
  }
  return "statement";
}

function useOfProperty(property: ts.PropertyAssignment): Use {
  const hasProperty = (name: string): boolean =>
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
      return hasProperty("command") ? "press" : of === "frame" ? "title" : "statement";
    case "tooltip":
      return of === "button" || hasProperty("iconPath") ? "press" : "statement";
    case "label":
      if (hasProperty("run") || hasProperty("items") || hasProperty("press") || of === "next") return "press";
      if (hasProperty("prompt")) return "row";
      return isChoice(property.parent) ? "row" : "statement";
    default:
      return "statement";
  }
}

/** True if an object with a label is a row to pick. Values of facts are prepared by a function and aren't rows. */
function isChoice({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.some(
    (one) =>
      one.name?.getText() === "iconPath" ||
      (one.name?.getText() === "value" &&
        !(ts.isPropertyAssignment(one) && ts.isCallExpression(one.initializer))),
  );
}

/** Returns the texts of the manifest, with links separated from the surrounding text. */
export function textsInManifest(): readonly UiText[] {
  const text = readFileSync(join(root, "package.nls.json"), "utf8");
  return Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text))).flatMap(([key, value]) => {
    const use: Use = /^(?:command|submenu)/.test(key)
      ? "command"
      : /^(?:view|category|displayName|walkthrough\.title$)/.test(key)
        ? "title"
        : "statement";
    const location = `package.nls.json: ${key}`;
    // VS Code renders a link on a line of its own as a button.
    const lines = value.split("\n").map((line) => /^\[([^\]]+)\]\([^)]+\)$/.exec(line)?.[1] ?? line);
    return value
      .split("\n")
      .map((line, index) =>
        lines[index] === line
          ? { location, text: line.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1"), use }
          : { location, text: lines[index] ?? "", use: "link" as const },
      );
  });
}

/** A notification. `button` is true if every such notification has a button. */
interface ShownMessage {
  readonly location: string;
  /** Each possible text. Empty if the call contains no literal. */
  readonly texts: readonly string[];
  readonly button: boolean;
}

/** Returns the messages that these files show. */
export function shownBy(files: readonly ts.SourceFile[]): readonly ShownMessage[] {
  return files.flatMap((file) =>
    [...nodes(file)].filter(shows).map((call) => {
      const [message, action] = call.arguments;
      const texts = message === undefined ? [] : [...nodes(message)].filter(isTranslation);
      return {
        location: locationOf(call),
        texts: texts.map((one) => messageOf(one).text),
        button: action !== undefined && !ts.isSpreadElement(action),
      };
    }),
  );
}

/** True for a call that shows a notification through `kit/notify.ts`. */
function shows(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && /^(?:inform|warn)$/.test(node.expression.getText());
}
