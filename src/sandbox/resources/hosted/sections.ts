// Sections of the login page as HTML, one per step. Inserted values are always escaped.
import type { ConnectionRow } from "../connections/connectionRows.ts";
import type { Choice, Field } from "../connections/document.ts";
import type { Flow } from "../flows/flow.ts";
import { createHash } from "node:crypto";
import type { StreamedReply } from "../../http/replies.ts";

/** Target of the page's forms, with the hidden fields of each. */
interface Sender {
  readonly path: string;
  readonly hidden: Readonly<Record<string, string>>;
}

const hidden = (fields: Sender["hidden"]): readonly Markup[] =>
  Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`);

const formOf = ({ path, hidden: sent }: Sender, content: Markup): Markup =>
  html`<form method="post" action="${path}" autocomplete="off">${hidden(sent)}${content}</form>`;

/** Shown before the link is used. */
export const beginning = (sender: Sender, { domain, profileName }: ConnectionRow): Markup =>
  html`<h1>Log in to ${name(domain)}</h1>
    <p>For the profile ${name(profileName)}. This link works once, when you press Continue.</p>
    ${formOf(sender, html`<button class="go">Continue</button>`)}`;

const waiting: Readonly<Record<string, string>> = {
  DISCOVERING: "Opening the website…",
  SUBMITTING: "The website is checking what you entered…",
};

/** Shown while no input is needed. */
export const working = ({ shown }: Flow): Markup =>
  html`<h1>One moment</h1>
    <p role="status">${waiting[shown.flow_step ?? ""] ?? "The login continues…"}</p>`;

/** The previous answer, with a note about it. */
export interface Before {
  readonly sent?: URLSearchParams;
  readonly note?: string | undefined;
}

/** The website's current question. Keeps a user name from the previous answer. */
export function asking(sender: Sender, { shown }: Flow, domain: string, { note, sent }: Before): Markup {
  const sends = { ...sender, hidden: { ...sender.hidden, interaction_id: shown.interaction_id ?? "" } };
  const wrong = note ?? shown.website_error ?? undefined;
  const fields = shown.fields ?? [];
  const [first] = fields;
  return html`<h1>Log in to ${name(domain)}</h1>
    ${wrong === undefined ? nothing : html`<p class="wrong" role="alert">${wrong}</p>`}
    ${shown.external_action_message === null ? nothing : html`<p role="status">${shown.external_action_message}</p>`}
    ${first === undefined ? nothing : formOf(sends, html`${fields.map((field) => fieldOf(field, sent))}<button class="go">Log In</button>`)}
    ${(shown.choices ?? []).map((choice) => formOf(sends, choiceOf(choice)))}`;
}

function fieldOf(
  { id, ref, label = ref, type, hint, required, input_mode: mode, reason }: Field,
  sent: URLSearchParams | undefined,
): Markup {
  const before = type === "identifier" ? sent?.get(fieldName(id)) : undefined;
  const isCode = type === "code" || type === "totp_code";
  const kind = type === "password" || type === "totp_secret" ? "password" : "text";
  return html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${fieldName(id)}"
      value="${before ?? ""}"
      type="${kind}"
      inputmode="${mode ?? "text"}"
      autocomplete="${isCode ? "one-time-code" : "off"}"
      autocapitalize="none"
      spellcheck="false"
      ${required === false ? nothing : html`required`}
      ${reason === "rejected" ? html`aria-invalid="true"` : nothing}
      ${hint === undefined ? nothing : html`aria-describedby="${id}-hint"`}
    />
    ${hint === undefined ? nothing : html`<p class="hint" id="${id}-hint">${hint}</p>`}`;
}

const fieldPrefix = "field:";
const fieldName = (id: string): string => `${fieldPrefix}${id}`;

/** Submitted values by field ID. */
export const valuesIn = (sent: URLSearchParams): ReadonlyMap<string, string> =>
  new Map(
    Array.from(sent).flatMap(([key, value]) =>
      key.startsWith(fieldPrefix) && value !== "" ? [[key.slice(fieldPrefix.length), value] as const] : [],
    ),
  );

function choiceOf({ id, label, display_text, masked_destination, context, description }: Choice): Markup {
  const more = masked_destination ?? context ?? description ?? "";
  return html`<button name="choice" value="${id}">
    ${display_text ?? label} ${more === "" ? nothing : html`<span>${more}</span>`}
  </button>`;
}

/** The live view of a browser that the sandbox doesn't run. `site` is a domain or an address. */
export const pretendedBrowser = (profile: string | null, site: string | undefined): Markup =>
  html`<h1>Live view</h1>
    <p>The sandbox runs no browser. This page takes the place of a browser's live view.</p>
    <p>Profile: ${profile === null ? "none" : name(profile)}</p>
    ${site === undefined ? nothing : html`<p>Website: ${name(site)}</p>`}
    <p role="status">The browser is running.</p>`;

export const endedBrowser = (): Markup =>
  html`<h1>This browser has ended</h1>
    <p role="status">You can close this page.</p>`;

/** The login continues, but the page has reached its maximum wait. */
export const askingAgain = (sender: Sender): Markup =>
  html`<h1>This is taking longer than usual</h1>
    <p>The login is still running.</p>
    ${formOf(sender, html`<button class="go">Check Again</button>`)}`;

export interface ReturnAddresses {
  readonly successUrl: string | null;
  readonly errorUrl: string | null;
}

/** The outcome of the login, with a link back. */
export function ended(
  page: ReturnAddresses,
  { shown }: Flow,
  { domain, profileName }: ConnectionRow,
): Markup {
  if (shown.flow_status === "SUCCESS") {
    const back = backTo(page.successUrl, { profile_name: profileName, domain });
    return html`<h1>You are logged in to ${name(domain)}</h1>
      ${back}`;
  }
  const message = shown.error_message ?? words[shown.flow_status ?? ""] ?? "The login failed.";
  const back = backTo(page.errorUrl, {
    ...(shown.error_code !== null && { code: shown.error_code }),
    message,
  });
  const seen = shown.website_error;
  return html`<h1>Not logged in</h1>
    <p role="alert">${message}</p>
    ${seen === null ? nothing : html`<p>The website says: “${seen}”</p>`}${back}`;
}

const words: Readonly<Record<string, string>> = {
  CANCELED: "Another login replaced this one.",
  EXPIRED: "The login timed out. Start the login again.",
};

/** Returns to the address at once, or by a link if the browser would ask first. */
function backTo(address: string | null, added: Readonly<Record<string, string>>): Markup {
  if (address === null) return html`<p>You can close this page.</p>`;
  const target = withAdded(address, added);
  return html`<meta http-equiv="refresh" content="0; url=${target}" /><a class="go" href="${target}"
      >Go Back</a
    >`;
}

type Added = Readonly<Record<string, string>>;

const longest = 8000;

/** URL schemes of editors. */
const editors = [
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
  const url = address.length > longest ? null : URL.parse(address);
  if (url === null || url.host === "" || url.username !== "" || url.password !== "") return false;
  return ["http", "https", ...editors].includes(url.protocol.slice(0, -1));
}

/** Adds parameters to an address. Every other byte stays unchanged. */
export function withAdded(address: string, added: Added): string {
  const at = address.indexOf("#");
  const [before, fragment] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const query = new URLSearchParams(added).toString();
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment}`;
}

class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

function textOf(part: Part): string {
  if (typeof part === "string") return escaped(part);
  return part instanceof Markup ? part.text : part.map(({ text }) => text).join("");
}

/** A template that escapes its parts, except markup. */
const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(fixed.reduce((text, piece, at) => text + textOf(parts[at - 1] ?? "") + piece));

const nothing = new Markup("");

/** A user-chosen name, isolated so that its writing direction can't affect the surrounding text. */
const name = (text: string): Markup => html`<bdi>${text}</bdi>`;

const css = `
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

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const head = (title: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${css}</style></head>` +
  `<body><header>Sandbox: a stand-in for the website, on this computer. Never enter a real password.</header><main>`;

type Show = (section: Markup) => Promise<void>;

/** A page of streamed sections. Only the last one is visible. */
export const page = (
  status: number,
  title: string,
  sections: (show: Show, signal: AbortSignal) => Promise<void>,
): StreamedReply => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
  },
  stream: async (write, signal) => {
    await write(head(title));
    await sections(({ text }) => write(`<section>${text}</section>`), signal);
    await write("</main></body></html>");
  },
});

/** A page with a headline and one sentence. */
export const notice = (status: number, title: string, words: string): StreamedReply =>
  page(status, title, (show) =>
    show(
      html`<h1>${title}</h1>
        <p>${words}</p>`,
    ),
  );
