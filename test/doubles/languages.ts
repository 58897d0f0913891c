// Language features: providers, diagnostics and the objects that providers return.
import type * as vscode from "vscode";
import type { Range, TextDocument } from "./documents.ts";
import { trackDisposable } from "./held.ts";
import type { Uri } from "./panel.ts";

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;

export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  source: string | undefined;
  code: string | undefined;
  constructor(range: Range, message: string, severity: number = DiagnosticSeverity.Error) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

/** The diagnostic collections by name, each with its diagnostics by URI. */
export const diagnostics = new Map<string, Map<string, readonly Diagnostic[]>>();

export class CodeLens {
  readonly range: Range;
  readonly command: vscode.Command | undefined;
  constructor(range: Range, command?: vscode.Command) {
    this.range = range;
    this.command = command;
  }
}

export const CompletionItemKind = { Value: 11, Reference: 17 } as const;

export class CompletionItem {
  readonly label: string;
  readonly kind: number | undefined;
  detail: string | undefined;
  filterText: string | undefined;
  sortText: string | undefined;
  insertText: string | undefined;
  range: Range | undefined;
  constructor(label: string, kind?: number) {
    this.label = label;
    this.kind = kind;
  }
}

export class Hover {
  readonly contents: object;
  readonly range: Range | undefined;
  constructor(contents: object, range?: Range) {
    this.contents = contents;
    this.range = range;
  }
}

export const CodeActionKind = { QuickFix: "quickfix" } as const;

export class CodeAction {
  readonly title: string;
  readonly kind: string | undefined;
  diagnostics: readonly Diagnostic[] | undefined;
  edit: WorkspaceEdit | undefined;
  command: vscode.Command | undefined;
  isPreferred: boolean | undefined;
  constructor(title: string, kind?: string) {
    this.title = title;
    this.kind = kind;
  }
}

export class WorkspaceEdit {
  readonly replaced: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];
  replace(uri: Uri, range: Range, text: string): void {
    this.replaced.push({ uri, range, text });
  }
}

type Provider = "codeLens" | "completion" | "hover" | "codeActions";

/** The provider that was registered last for each feature. */
export const providers = new Map<Provider, unknown>();

function registration(kind: Provider) {
  return (_selector: unknown, provider: unknown): { dispose(): void } => {
    providers.set(kind, provider);
    const held = trackDisposable(`a provider of ${kind}`);
    return {
      dispose: () => {
        providers.delete(kind);
        held.dispose();
      },
    };
  };
}

export const languages = {
  /** Scores a document by the file name at the end of each pattern. Ignores folders, schemes and languages. */
  match: (selector: readonly { readonly pattern: string }[], { fileName }: TextDocument): number =>
    selector.some(({ pattern }) => {
      const suffix = pattern.slice(pattern.lastIndexOf("/") + 1);
      const name = fileName.slice(fileName.lastIndexOf("/") + 1);
      return suffix.startsWith("*") ? name.endsWith(suffix.slice(1)) : name === suffix;
    })
      ? 10
      : 0,
  createDiagnosticCollection: (name: string) => {
    const all = new Map<string, readonly Diagnostic[]>();
    diagnostics.set(name, all);
    const held = trackDisposable("a collection of problems");
    return {
      name,
      set: (uri: Uri, problems: readonly Diagnostic[]) => void all.set(uri.toString(), problems),
      delete: (uri: Uri) => void all.delete(uri.toString()),
      clear: () => all.clear(),
      dispose: () => {
        diagnostics.delete(name);
        held.dispose();
      },
    };
  },
  registerCodeLensProvider: registration("codeLens"),
  registerCompletionItemProvider: registration("completion"),
  registerHoverProvider: registration("hover"),
  registerCodeActionsProvider: registration("codeActions"),
};

/** Removes all providers and diagnostics. */
export function resetLanguages(): void {
  diagnostics.clear();
  providers.clear();
}
