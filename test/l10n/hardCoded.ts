// Finds literals in the code that users may see, but that can't be translated.
import ts from "typescript";
import { isTranslation, nodes, locationOf } from "./sources.ts";

/** Properties and variables of VS Code's API, cards and prompts whose values are user-visible. */
const visible =
  /^(advice|cells|changed|columns|copyLabel|description|detail|heading|headline|items|label|message|note|notes|placeHolder|placeholder|prompt|sandbox|sentence|separator|state|summary|text|title|tooltip|validationMessage|what|words)$/;

/** Functions of VS Code that show their argument. */
const shows = /\.(show\w+Message|setStatusBarMessage|report|appendLine)$/;

/** A literal and its location. */
export interface HardCoded {
  readonly location: string;
  readonly file: string;
  readonly text: string;
}

/** Returns literals outside `l10n.t` that contain letters and are either shown to the user or read like words. */
export function hardCoded(file: ts.SourceFile): readonly HardCoded[] {
  return [...nodes(file)]
    .filter(isText)
    .filter((node) => hasLetters(node.text) && !isHidden(node))
    .filter((node) => isShown(node) || readsLikeWords(node.text))
    .map((node) => ({ location: locationOf(node), file: file.fileName, text: node.text }));
}

type Text = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function isText(node: ts.Node): node is Text {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

/** True if a text contains a letter outside the names of icons. */
function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\$\([a-z-]+\)/g, ""));
}

/** True for imports, types, keys, cases, comparisons, translated texts, and errors that only the log shows. */
function isHidden(node: ts.Node): boolean {
  for (let inner = node, outer = node.parent; !ts.isSourceFile(outer); inner = outer, outer = outer.parent) {
    if (isTranslation(outer) || ts.isTypeNode(outer) || ts.isImportDeclaration(outer)) return true;
    if (ts.isCaseClause(outer) && outer.expression === inner) return true;
    if (ts.isElementAccessExpression(outer) && outer.argumentExpression === inner) return true;
    if ((ts.isPropertyAssignment(outer) || ts.isPropertySignature(outer)) && outer.name === inner)
      return true;
    if (ts.isBinaryExpression(outer) && compares(outer.operatorToken.kind)) return true;
    if (ts.isNewExpression(outer) && outer.expression.getText().endsWith("Error")) return true;
    if (ts.isStatement(outer)) return false;
  }
  return false;
}

function compares(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
  ].includes(kind);
}

/** True if a literal is part of a user-visible value. */
function isShown(node: ts.Node): boolean {
  for (let inner = node, outer = node.parent; !ts.isSourceFile(outer); inner = outer, outer = outer.parent) {
    if (ts.isPropertyAssignment(outer)) return visible.test(outer.name.getText());
    if (ts.isVariableDeclaration(outer)) return visible.test(outer.name.getText());
    if (ts.isBinaryExpression(outer) && outer.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      return outer.right === inner && visible.test(outer.left.getText().split(".").at(-1) ?? "");
    if (ts.isCallExpression(outer)) return shows.test(outer.expression.getText());
    if (ts.isStatement(outer)) return false;
  }
  return false;
}

/** True for two adjacent words, or one word with a capital letter and otherwise lower-case letters. */
function readsLikeWords(text: string): boolean {
  return /\p{L}{2,}[,;:.…]? \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[….:!?]?$/u.test(text.trim());
}
