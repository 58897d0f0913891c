// Extracts the imports and exports of a TypeScript file from its syntax.
import ts from "typescript";

/** A violation that is forbidden in every folder. */
export interface Problem {
  readonly rule: "computed import" | "dom" | "fetch";
  readonly detail: string;
}

export interface Import {
  readonly specifier: string;
  readonly types: boolean;
  /** The names taken from the module, or `undefined` for all of it. */
  readonly names: readonly string[] | undefined;
}

/** The imports and exports of one file. */
export interface Parsed {
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
  /** The exported types, including those that share their name with a value. */
  readonly types: ReadonlySet<string>;
  /** Number of occurrences of each identifier. */
  readonly words: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

/** Reads one file. */
export function parse(file: string, text: string): Parsed {
  const imports: Import[] = [];
  const exports: string[] = [];
  const types = new Set<string>();
  const problems: Problem[] = [];
  const words = new Map<string, number>();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

  for (const { fileName } of [...source.libReferenceDirectives, ...source.typeReferenceDirectives]) {
    problems.push({ rule: "dom", detail: `refers to ${fileName}` });
  }

  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) words.set(node.text, (words.get(node.text) ?? 0) + 1);
    if (ts.isImportDeclaration(node)) imports.push(readImport(node));
    else if (ts.isExportDeclaration(node)) readExport(node);
    else if (ts.isImportTypeNode(node)) {
      const { argument, qualifier } = node;
      const literal = ts.isLiteralTypeNode(argument) ? argument.literal : argument;
      const first = qualifier === undefined ? undefined : qualifier.getText().split(".")[0];
      add(literal, true, first === undefined ? undefined : [first]);
    } else if (ts.isCallExpression(node) && loads(node)) add(node.arguments[0], false, namesOfDynamic(node));
    else if (ts.isIdentifier(node) && node.text === "fetch" && isGlobalUse(node)) {
      if (file !== "src/api/hostDispatchers.ts" && file !== "src/api/pool.ts") {
        problems.push({ rule: "fetch", detail: `in line ${lineOf(node)}` });
      }
    }
    if (isExported(node)) {
      exports.push(...declaredNames(node));
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) types.add(node.name.text);
    } else if (ts.isExportAssignment(node)) exports.push("default");
    ts.forEachChild(node, visit);
  };

  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  const add = (literal: ts.Node | undefined, types: boolean, names: readonly string[] | undefined) => {
    if (literal !== undefined && ts.isStringLiteralLike(literal)) {
      imports.push({ specifier: literal.text, types, names });
    } else {
      problems.push({
        rule: "computed import",
        detail: literal === undefined ? "" : `in line ${lineOf(literal)}`,
      });
    }
  };

  const readExport = ({ exportClause, isTypeOnly, moduleSpecifier }: ts.ExportDeclaration) => {
    const named =
      exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements : undefined;
    exports.push(...(named?.map(({ name }) => name.text) ?? []));
    if (moduleSpecifier === undefined) return;
    add(
      moduleSpecifier,
      isTypeOnly,
      named?.map(({ name, propertyName }) => (propertyName ?? name).text),
    );
  };

  visit(source);
  return { imports, exports, types, words, problems };
}

/** With `verbatimModuleSyntax`, only `import type` leaves nothing behind at run time. */
function readImport({ importClause, moduleSpecifier }: ts.ImportDeclaration): Import {
  const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const types = importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (importClause === undefined) return { specifier, types, names: [] };
  const { name, namedBindings } = importClause;
  if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings))
    return { specifier, types, names: undefined };
  const named = namedBindings?.elements.map((element) => (element.propertyName ?? element.name).text) ?? [];
  return { specifier, types, names: name === undefined ? named : ["default", ...named] };
}

/** `import(…)`, `require(…)` and `process.getBuiltinModule(…)`. */
function loads({ expression }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text === "getBuiltinModule";
  return ts.isIdentifier(expression) && expression.text === "require";
}

/** The names in `const { a } = await import(…)` and `import(…).then(({ a }) => …)`; otherwise all of them. */
function namesOfDynamic(call: ts.CallExpression): readonly string[] | undefined {
  const { parent } = call;
  let pattern: ts.Node | undefined;
  if (ts.isAwaitExpression(parent) && ts.isVariableDeclaration(parent.parent)) pattern = parent.parent.name;
  if (
    ts.isPropertyAccessExpression(parent) &&
    parent.name.text === "then" &&
    ts.isCallExpression(parent.parent)
  ) {
    const [callback] = parent.parent.arguments;
    if (callback !== undefined && ts.isArrowFunction(callback)) pattern = callback.parameters[0]?.name;
  }
  if (pattern === undefined || !ts.isObjectBindingPattern(pattern)) return undefined;
  return pattern.elements.map((element) => (element.propertyName ?? element.name).getText());
}

/** True if an identifier refers to the global with this name instead of a member. */
function isGlobalUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return /^(globalThis|window|self|global)$/.test(parent.expression.getText());
  }
  const names = "name" in parent && parent.name === node;
  return !names || ts.isBindingElement(parent) || ts.isShorthandPropertyAssignment(parent);
}

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function declaredNames(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) {
    const names = (name: ts.BindingName): string[] =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((element) => (ts.isBindingElement(element) ? names(element.name) : []));
    return node.declarationList.declarations.flatMap(({ name }) => names(name));
  }
  if (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  ) {
    return [node.name?.text ?? "default"];
  }
  return [];
}
