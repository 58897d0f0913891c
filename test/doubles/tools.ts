// Language model tools and the objects that they take and return.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { register } from "./held.ts";

/** Registered tools by name. */
export const tools = new Map<string, vscode.LanguageModelTool<unknown>>();

export function registerTool(name: string, tool: vscode.LanguageModelTool<unknown>): { dispose(): void } {
  return register(tools, name, tool, "tool");
}

/** Markdown whose appended text is escaped as in VS Code. */
export class MarkdownString {
  value = "";
  appendText(text: string): this {
    this.value += text
      .replace(/[\\`*_{}[\]()#+\-!~]/g, "\\$&")
      .replace(/[ \t]+/g, (spaces) => "&nbsp;".repeat(spaces.length))
      .replaceAll(">", "\\>")
      .replaceAll("\n", "\n\n");
    return this;
  }
}

export class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelDataPart {
  readonly data: Uint8Array;
  readonly mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
  static json(value: unknown, mimeType = "text/x-json"): LanguageModelDataPart {
    return new LanguageModelDataPart(new TextEncoder().encode(JSON.stringify(value)), mimeType);
  }
}

export class LanguageModelToolResult {
  readonly content: readonly unknown[];
  constructor(content: readonly unknown[]) {
    this.content = content;
  }
}

export class CancellationError extends Error {
  constructor() {
    super("Canceled");
    this.name = "Canceled";
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<unknown>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire(undefined);
  }
}
