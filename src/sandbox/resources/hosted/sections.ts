// Sections of the login page as HTML, one per step. Inserted values are always escaped.
import type { ConnectionRow } from "../connections/connectionRows.ts";
import type { SandboxChoice, SandboxField } from "../connections/managedAuthSchema.ts";
import type { SandboxFlow } from "../flows/flowState.ts";
import { createHash } from "node:crypto";
import type { StreamedReply } from "../../http/replies.ts";

/** Target of the page's forms, with the hidden fields of each. */
interface FormTarget {
  readonly path: string;
  readonly hidden: Readonly<Record<string, string>>;
}

const hiddenInputs = (fields: FormTarget["hidden"]): readonly HtmlMarkup[] =>
  Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`);

const renderForm = ({ path, hidden: sent }: FormTarget, content: HtmlMarkup): HtmlMarkup =>
  html`<form method="post" action="${path}" autocomplete="off">${hiddenInputs(sent)}${content}</form>`;

/** Shown before the link is used. */
export const renderStart = (sender: FormTarget, { domain, profileName }: ConnectionRow): HtmlMarkup =>
  html`<h1>Log in to ${isolatedName(domain)}</h1>
    <p>For the profile ${isolatedName(profileName)}. This link works once, when you press Continue.</p>
    ${renderForm(sender, html`<button class="go">Continue</button>`)}`;

const waitingTexts: Readonly<Record<string, string>> = {
  DISCOVERING: "Opening the website…",
  SUBMITTING: "The website is checking what you entered…",
};

/** Shown while no input is needed. */
export const renderWaiting = ({ shown }: SandboxFlow): HtmlMarkup =>
  html`<h1>One moment</h1>
    <p role="status">${waitingTexts[shown.flow_step ?? ""] ?? "The login continues…"}</p>`;

/** The previous answer, with a note about it. */
export interface PreviousAnswer {
  readonly sent?: URLSearchParams;
  readonly note?: string | undefined;
}

/** The website's current question. Keeps a user name from the previous answer. */
export function renderQuestion(
  sender: FormTarget,
  { shown }: SandboxFlow,
  domain: string,
  { note, sent }: PreviousAnswer,
): HtmlMarkup {
  const sends = { ...sender, hidden: { ...sender.hidden, interaction_id: shown.interaction_id ?? "" } };
  const wrong = note ?? shown.website_error ?? undefined;
  const fields = shown.fields ?? [];
  const [first] = fields;
  return html`<h1>Log in to ${isolatedName(domain)}</h1>
    ${wrong === undefined ? noMarkup : html`<p class="wrong" role="alert">${wrong}</p>`}
    ${shown.external_action_message === null ? noMarkup : html`<p role="status">${shown.external_action_message}</p>`}
    ${first === undefined ? noMarkup : renderForm(sends, html`${fields.map((field) => renderField(field, sent))}<button class="go">Log In</button>`)}
    ${(shown.choices ?? []).map((choice) => renderForm(sends, renderChoice(choice)))}`;
}

function renderField(
  { id, ref, label = ref, type, hint, required, input_mode: mode, reason }: SandboxField,
  sent: URLSearchParams | undefined,
): HtmlMarkup {
  const before = type === "identifier" ? sent?.get(inputName(id)) : undefined;
  const isCode = type === "code" || type === "totp_code";
  const kind = type === "password" || type === "totp_secret" ? "password" : "text";
  return html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${inputName(id)}"
      value="${before ?? ""}"
      type="${kind}"
      inputmode="${mode ?? "text"}"
      autocomplete="${isCode ? "one-time-code" : "off"}"
      autocapitalize="none"
      spellcheck="false"
      ${required === false ? noMarkup : html`required`}
      ${reason === "rejected" ? html`aria-invalid="true"` : noMarkup}
      ${hint === undefined ? noMarkup : html`aria-describedby="${id}-hint"`}
    />
    ${hint === undefined ? noMarkup : html`<p class="hint" id="${id}-hint">${hint}</p>`}`;
}

const fieldPrefix = "field:";
const inputName = (id: string): string => `${fieldPrefix}${id}`;

/** Submitted values by field ID. */
export const submittedValues = (sent: URLSearchParams): ReadonlyMap<string, string> =>
  new Map(
    Array.from(sent).flatMap(([key, value]) =>
      key.startsWith(fieldPrefix) && value !== "" ? [[key.slice(fieldPrefix.length), value] as const] : [],
    ),
  );

function renderChoice({
  id,
  label,
  display_text,
  masked_destination,
  context,
  description,
}: SandboxChoice): HtmlMarkup {
  const more = masked_destination ?? context ?? description ?? "";
  return html`<button name="choice" value="${id}">
    ${display_text ?? label} ${more === "" ? noMarkup : html`<span>${more}</span>`}
  </button>`;
}

/** The live view of a browser that the sandbox doesn't run. `site` is a domain or an address. */
export const pretendedBrowser = (profile: string | null, site: string | undefined): HtmlMarkup =>
  html`<h1>Live view</h1>
    <p>The sandbox runs no browser. This page takes the place of a browser's live view.</p>
    <p>Profile: ${profile === null ? "none" : isolatedName(profile)}</p>
    ${site === undefined ? noMarkup : html`<p>Website: ${isolatedName(site)}</p>`}
    <p role="status">The browser is running.</p>`;

export const endedBrowser = (): HtmlMarkup =>
  html`<h1>This browser has ended</h1>
    <p role="status">You can close this page.</p>`;

/** The login continues, but the page has reached its maximum wait. */
export const renderTimeout = (sender: FormTarget): HtmlMarkup =>
  html`<h1>This is taking longer than usual</h1>
    <p>The login is still running.</p>
    ${renderForm(sender, html`<button class="go">Check Again</button>`)}`;

export interface ReturnAddresses {
  readonly successUrl: string | null;
  readonly errorUrl: string | null;
}

/** The outcome of the login, with a link back. */
export function renderOutcome(
  page: ReturnAddresses,
  { shown }: SandboxFlow,
  { domain, profileName }: ConnectionRow,
): HtmlMarkup {
  if (shown.flow_status === "SUCCESS") {
    const back = renderReturn(page.successUrl, { profile_name: profileName, domain });
    return html`<h1>You are logged in to ${isolatedName(domain)}</h1>
      ${back}`;
  }
  const message = shown.error_message ?? outcomeMessages[shown.flow_status ?? ""] ?? "The login failed.";
  const back = renderReturn(page.errorUrl, {
    ...(shown.error_code !== null && { code: shown.error_code }),
    message,
  });
  const seen = shown.website_error;
  return html`<h1>Not logged in</h1>
    <p role="alert">${message}</p>
    ${seen === null ? noMarkup : html`<p>The website says: “${seen}”</p>`}${back}`;
}

const outcomeMessages: Readonly<Record<string, string>> = {
  CANCELED: "Another login replaced this one.",
  EXPIRED: "The login timed out. Start the login again.",
};

/** Returns to the address at once, or by a link if the browser would ask first. */
function renderReturn(address: string | null, added: Readonly<Record<string, string>>): HtmlMarkup {
  if (address === null) return html`<p>You can close this page.</p>`;
  const target = withParameters(address, added);
  return html`<meta http-equiv="refresh" content="0; url=${target}" /><a class="go" href="${target}"
      >Go Back</a
    >`;
}

type UrlParameters = Readonly<Record<string, string>>;

const maxReturnAddressLength = 8000;

/** URL schemes of editors. */
const editorSchemes = [
  "code-oss",
  "cursor",
  "kiro",
  "positron",
  "trae",
  "vscode",
  "vscode-insiders",
  "vscodium",
  "vscodium-insiders",
  "windsurf",
  "windsurf-next",
];

/** True if the page may return to the address: a website or an editor, never a scheme that a browser would execute. */
export function isReturnAddress(address: string): boolean {
  const url = address.length > maxReturnAddressLength ? null : URL.parse(address);
  if (url === null || url.host === "" || url.username !== "" || url.password !== "") return false;
  return ["http", "https", ...editorSchemes].includes(url.protocol.slice(0, -1));
}

/** Adds parameters to an address. Every other byte stays unchanged. */
export function withParameters(address: string, added: UrlParameters): string {
  const at = address.indexOf("#");
  const [before, fragment] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const query = new URLSearchParams(added).toString();
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment}`;
}

class HtmlMarkup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type TemplatePart = string | HtmlMarkup | readonly HtmlMarkup[];

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign);

function markupText(part: TemplatePart): string {
  if (typeof part === "string") return escapeHtml(part);
  return part instanceof HtmlMarkup ? part.text : part.map(({ text }) => text).join("");
}

/** A template that escapes its parts, except markup. */
const html = (fixed: TemplateStringsArray, ...parts: readonly TemplatePart[]): HtmlMarkup =>
  new HtmlMarkup(fixed.reduce((text, piece, at) => text + markupText(parts[at - 1] ?? "") + piece));

const noMarkup = new HtmlMarkup("");

/** A user-chosen name, isolated so that its writing direction can't affect the surrounding text. */
const isolatedName = (text: string): HtmlMarkup => html`<bdi>${text}</bdi>`;

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

type ShowSection = (section: HtmlMarkup) => Promise<void>;

/** A page of streamed sections. Only the last one is visible. */
export const streamedPage = (
  status: number,
  title: string,
  sections: (show: ShowSection, signal: AbortSignal) => Promise<void>,
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

/** A page with a headline and one sentence. */
export const noticePage = (status: number, title: string, words: string): StreamedReply =>
  streamedPage(status, title, (show) =>
    show(
      html`<h1>${title}</h1>
        <p>${words}</p>`,
    ),
  );
