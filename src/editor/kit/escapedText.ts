import { MarkdownString } from "vscode";

/** Text of unknown origin for where VS Code draws Markdown: none of it becomes a link, an image or a heading. */
export function escapedText(text: string): MarkdownString {
  const escaped = new MarkdownString().appendText(text);
  // Of the address of a page or a mailbox, too, VS Code would make a link, though nothing marks it as one.
  escaped.value = escaped.value.replace(/[./:@]/g, String.raw`\$&`);
  return escaped;
}
