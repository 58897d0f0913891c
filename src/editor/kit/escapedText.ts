import { MarkdownString } from "vscode";

/** Text of unknown origin for where VS Code draws Markdown: none of it becomes a link, an image or a heading. */
export function escapedText(text: string): MarkdownString {
  // Of an address alone, too, VS Code would make a link.
  return new MarkdownString().appendText(text.replaceAll("://", ": //"));
}
