// Reads the titles of a test file from its syntax.
import ts from "typescript";

export interface Titles {
  /** Literal titles and, in files with lists of cases, all other texts. */
  readonly literal: ReadonlySet<string>;
  /** Titles with placeholders for values of cases. */
  readonly patterns: readonly RegExp[];
}

const declares = /^(describe|it|test)$/;

/** Reads the titles of a file's tests and suites. */
export function titlesOf(file: string, text: string): Titles {
  const literal = new Set<string>();
  const patterns: RegExp[] = [];
  const texts: string[] = [];
  const fromCases: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isCallExpression(node) && declares.test(node.expression.getText())) {
      const [title] = node.arguments;
      if (title === undefined) return;
      if (ts.isStringLiteralLike(title)) literal.add(title.text);
      else if (ts.isTemplateExpression(title)) patterns.push(patternOf(title));
      else fromCases.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  if (fromCases.length > 0) for (const one of texts) literal.add(one);
  return { literal, patterns };
}

/** True if a file may contain this title. A run of the guards proves that the test exists. */
export function isIn({ literal, patterns }: Titles, title: string): boolean {
  return literal.has(title) || patterns.some((pattern) => pattern.test(title));
}

function patternOf({ head, templateSpans }: ts.TemplateExpression): RegExp {
  const parts = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  if (!parts.some((part) => /\p{L}{2,}/u.test(part))) return /(?!)/;
  return new RegExp(`^${parts.map(escaped).join("([^]*)")}$`, "u");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
