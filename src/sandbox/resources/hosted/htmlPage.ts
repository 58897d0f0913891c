// HTML helpers for the login page, such as templates that escape inserted values, and streamed pages with their styles.
import { createHash } from "node:crypto";
import type { StreamedReply } from "../../http/replies.ts";

export class HtmlMarkup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type TemplatePart = string | HtmlMarkup | readonly HtmlMarkup[] | false;

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign);

function markupText(part: TemplatePart): string {
  if (part === false) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (part instanceof HtmlMarkup) return part.text;
  return part.map(({ text }) => text).join("");
}

/** Tagged template that escapes every inserted value, except existing markup. Inserts nothing for `false`. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly TemplatePart[]): HtmlMarkup =>
  new HtmlMarkup(fixed.reduce((text, piece, at) => text + markupText(parts[at - 1] ?? "") + piece));

/** Renders a user-chosen name, isolated so that its writing direction can't affect the surrounding text. */
export const isolatedName = (text: string): HtmlMarkup => html`<bdi>${text}</bdi>`;

const pageStyles = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --ground: #fff; --edge: #8b949e;
  --act: #0b5cad; --on-act: #fff; --bad: #b42318; --note: #fff4d6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9da7b1; --ground: #161b22; --edge: #6e7681;
  --act: #4c9df3; --on-act: #0d1117; --bad: #ff9b8f; --note: #3a2f10; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { padding: .5rem 1rem; background: var(--note); text-align: center; }
main { max-width: 26rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
section:has(~ section) { display: none; }
form { margin: 0 0 .75rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
.hint { margin: .25rem 0 0; color: var(--soft); font-size: .875rem; }
.wrong { color: var(--bad); font-weight: 600; }
input, button, a.go { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge);
  border-radius: .375rem; background: var(--ground); color: inherit; font: inherit; text-align: center; }
input { margin-top: .25rem; text-align: start; }
input[aria-invalid=true] { border-color: var(--bad); }
button.go, a.go { display: block; margin-top: 1.25rem; border-color: var(--act); background: var(--act);
  color: var(--on-act); font-weight: 600; text-decoration: none; }
button { cursor: pointer; }
button span { display: block; color: var(--soft); font-size: .875rem; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`;

const pageContentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(pageStyles).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const pageHead = (title: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${pageStyles}</style></head>` +
  `<body><header>Sandbox: a stand-in for the website, on this computer. Never enter a real password.</header><main>`;

/** Streams a page in sections. Only the section that was sent last is visible. */
export const streamedPage = (
  status: number,
  title: string,
  sections: (show: (section: HtmlMarkup) => Promise<void>, signal: AbortSignal) => Promise<void>,
): StreamedReply => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pageContentPolicy,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
  },
  stream: async (write, signal) => {
    await write(pageHead(title));
    await sections(({ text }) => write(`<section>${text}</section>`), signal);
    await write("</main></body></html>");
  },
});

/** Renders a headline and one sentence. Screen readers announce the sentence. */
export const renderNotice = (title: string, words: string): HtmlMarkup =>
  html`<h1>${title}</h1>
    <p role="status">${words}</p>`;

export const noticePage = (status: number, title: string, words: string): StreamedReply =>
  streamedPage(status, title, (show) => show(renderNotice(title, words)));
