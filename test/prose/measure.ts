import ts from "typescript";

/** Words that the comments of this project used to overuse and that other extensions hardly use. */
const markerWords = [
  "told|tells?|said|says?|nobody|somebody|anew|goes on|go on|stands?|stood|all the same|no more|any more|beside",
  "those that|that of|of its own|whatever|is meant|are meant|comes? to|is had|once more|is none|are none",
  "what (?:is|was|it|the|a|an|stands|comes|came|has|can|one|they|becomes?|became)|whether|whose",
  "where (?:it|that|there|they|the|a|one|none|nothing|those|these|this)|one that|ones that|of which|by which|for which",
  "as it is|as they are|has to be|is to be|are to be|takes? up|taken up|gives? up|given up|lets? go|looks? into|else",
];
const markers = new RegExp(String.raw`\b(?:${markerWords.join("|")})\b`, "gi");

/** Comments that address a tool or state a licence. */
const directive = /copyright|licen[cs]e|eslint-|prettier-|@ts-|#region/i;

/** Returns the text of each comment of a source file. */
function commentsOf(source: ts.SourceFile): readonly string[] {
  const comments = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ])
      comments.set(pos, source.text.slice(pos, end));
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...comments.values()].filter((comment) => !directive.test(comment));
}

const parseSource = (text: string): ts.SourceFile =>
  ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);

/** Returns the number of marker words per 100 words of comments. */
export function markerDensity(texts: readonly string[]): number {
  let [words, found] = [0, 0];
  for (const comment of texts.flatMap((text) => commentsOf(parseSource(text)))) {
    words += comment.match(/[A-Za-z][A-Za-z']*/g)?.length ?? 0;
    found += comment.match(markers)?.length ?? 0;
  }
  return (100 * found) / Math.max(words, 1);
}

/** Properties of names and syntax that make code hard to read in large numbers. */
interface CodeSmells {
  /** Percentage of top-level names that consist of one word. */
  readonly oneWordNames: number;
  /** Number of top-level names that several files declare. */
  readonly repeatedNames: number;
  /** Conditional expressions per 1,000 lines. */
  readonly ternaries: number;
  /** Spreads of a parenthesized, mostly conditional expression per 1,000 lines. */
  readonly conditionalSpreads: number;
  /** Uses of `Pick`, `Omit`, `Partial`, `Extract` and `Exclude` per 1,000 lines. */
  readonly typeOperators: number;
}

/** Measures the smells of source files. */
export function codeSmells(texts: readonly string[]): CodeSmells {
  const declaringFiles = new Map<string, number>();
  let [lines, ternaries, spreads, operators] = [0, 0, 0, 0];
  const visit = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node)) ternaries++;
    if (
      (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) &&
      ts.isParenthesizedExpression(node.expression)
    )
      spreads++;
    if (
      ts.isTypeReferenceNode(node) &&
      /^(?:Pick|Omit|Partial|Extract|Exclude)$/.test(node.typeName.getText())
    )
      operators++;
    ts.forEachChild(node, visit);
  };
  for (const text of texts) {
    const source = parseSource(text);
    lines += text.split("\n").length;
    for (const name of new Set(topLevelNames(source)))
      declaringFiles.set(name, (declaringFiles.get(name) ?? 0) + 1);
    visit(source);
  }
  const names = [...declaringFiles.keys()];
  const perThousand = (count: number): number => (1000 * count) / lines;
  return {
    oneWordNames: (100 * names.filter(isOneWord).length) / names.length,
    repeatedNames: [...declaringFiles.values()].filter((files) => files > 1).length,
    ternaries: perThousand(ternaries),
    conditionalSpreads: perThousand(spreads),
    typeOperators: perThousand(operators),
  };
}

function topLevelNames(source: ts.SourceFile): readonly string[] {
  const names = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name);
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return isNamed && statement.name !== undefined ? [statement.name] : [];
  });
  return names.filter((name) => ts.isIdentifier(name)).map((name) => name.text);
}

const isOneWord = (name: string): boolean => name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g)?.length === 1;
