import { MarkdownString } from "vscode";

/** Returns untrusted text as Markdown without links, images or formatting. */
export function escapeMarkdown(text: string): MarkdownString {
  const escaped = new MarkdownString().appendText(text);
  // VS Code also links bare URLs and email addresses.
  escaped.value = escaped.value.replace(/[./:@]/g, String.raw`\$&`);
  return escaped;
}
