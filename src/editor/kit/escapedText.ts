import { MarkdownString } from "vscode";

/** Escapes untrusted text as Markdown, so that it has no links, images or formatting. */
export function escapeMarkdown(text: string): MarkdownString {
  const escaped = new MarkdownString().appendText(text);
  // VS Code also links bare URLs and email addresses.
  escaped.value = escaped.value.replace(/[./:@]/g, String.raw`\$&`);
  return escaped;
}
