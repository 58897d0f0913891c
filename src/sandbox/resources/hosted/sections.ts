// Sections of the login page as HTML, one per step. Inserted values are always escaped.
import type { ConnectionRow } from "../connections/connectionRows.ts";
import type { SandboxChoice, SandboxField } from "../connections/managedAuthSchema.ts";
import type { SandboxFlow } from "../flows/flowState.ts";
import { html, type HtmlMarkup, isolatedName } from "./htmlPage.ts";

/** The path to which the page's forms are submitted, and the hidden fields of each form. */
interface FormTarget {
  readonly path: string;
  readonly hiddenInputs: Readonly<Record<string, string>>;
}

const renderHiddenInputs = (fields: FormTarget["hiddenInputs"]): readonly HtmlMarkup[] =>
  Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`);

const renderForm = ({ path, hiddenInputs }: FormTarget, content: HtmlMarkup): HtmlMarkup =>
  html`<form method="post" action="${path}" autocomplete="off">
    ${renderHiddenInputs(hiddenInputs)}${content}
  </form>`;

/** Renders the start page, which is shown before the link is used. */
export const renderStart = (sender: FormTarget, { domain, profileName }: ConnectionRow): HtmlMarkup =>
  html`<h1>Log in to ${isolatedName(domain)}</h1>
    <p>For the profile ${isolatedName(profileName)}. This link works once, when you press Continue.</p>
    ${renderForm(sender, html`<button class="go">Continue</button>`)}`;

const waitingTexts: Readonly<Record<string, string>> = {
  DISCOVERING: "Opening the website…",
  SUBMITTING: "The website is checking what you entered…",
};

/** Renders the section that is shown while the login needs no input. */
export const renderWaiting = ({ reported }: SandboxFlow): HtmlMarkup =>
  html`<h1>One moment</h1>
    <p role="status">${waitingTexts[reported.flow_step ?? ""] ?? "The login continues…"}</p>`;

/** The answer that was submitted last, with a note for the user. */
export interface PreviousAnswer {
  readonly sent?: URLSearchParams;
  readonly note?: string | undefined;
}

/** Renders the website's current question. Fills in the user name from the previous answer. */
export function renderQuestion(
  sender: FormTarget,
  { reported }: SandboxFlow,
  domain: string,
  { note, sent }: PreviousAnswer,
): HtmlMarkup {
  const hiddenInputs = { ...sender.hiddenInputs, interaction_id: reported.interaction_id ?? "" };
  const sends = { ...sender, hiddenInputs };
  const wrong = note ?? reported.website_error ?? undefined;
  const fields = reported.fields ?? [];
  const [first] = fields;
  return html`<h1>Log in to ${isolatedName(domain)}</h1>
    ${wrong !== undefined && html`<p class="wrong" role="alert">${wrong}</p>`}
    ${reported.external_action_message !== null && html`<p role="status">${reported.external_action_message}</p>`}
    ${first !== undefined && renderForm(sends, html`${fields.map((field) => renderField(field, sent))}<button class="go">Log In</button>`)}
    ${(reported.choices ?? []).map((choice) => renderForm(sends, renderChoice(choice)))}`;
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
      ${required !== false && html`required`}
      ${reason === "rejected" && html`aria-invalid="true"`}
      ${hint !== undefined && html`aria-describedby="${id}-hint"`}
    />
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}`;
}

const fieldPrefix = "field:";
const inputName = (id: string): string => `${fieldPrefix}${id}`;

export const submittedValues = (sent: URLSearchParams): ReadonlyMap<string, string> =>
  new Map(
    Array.from(sent)
      .filter(([key, value]) => key.startsWith(fieldPrefix) && value !== "")
      .map(([key, value]) => [key.slice(fieldPrefix.length), value]),
  );

function renderChoice(choice: SandboxChoice): HtmlMarkup {
  const { id, label, display_text, masked_destination, context, description } = choice;
  const more = masked_destination ?? context ?? description ?? "";
  return html`<button name="choice" value="${id}">
    ${display_text ?? label} ${more !== "" && html`<span>${more}</span>`}
  </button>`;
}

/** Renders the live view of a simulated browser. `site` is a domain or a URL. */
export const renderLiveView = (profile: string | undefined, site: string | undefined): HtmlMarkup =>
  html`<h1>Live view</h1>
    <p>The sandbox runs no browser. This page takes the place of a browser's live view.</p>
    <p>Profile: ${profile === undefined ? "none" : isolatedName(profile)}</p>
    ${site !== undefined && html`<p>Website: ${isolatedName(site)}</p>`}
    <p role="status">The browser is running.</p>`;

/** Renders the section that is shown when the page has waited for the maximum time and the login is still running. */
export const renderTimeout = (sender: FormTarget): HtmlMarkup =>
  html`<h1>This is taking longer than usual</h1>
    <p>The login is still running.</p>
    ${renderForm(sender, html`<button class="go">Check Again</button>`)}`;

export interface ReturnAddresses {
  readonly successUrl: string | null;
  readonly errorUrl: string | null;
}

export function renderOutcome(
  addresses: ReturnAddresses,
  { reported }: SandboxFlow,
  { domain, profileName }: ConnectionRow,
): HtmlMarkup {
  if (reported.flow_status === "SUCCESS") {
    const back = renderReturn(addresses.successUrl, { profile_name: profileName, domain });
    return html`<h1>You are logged in to ${isolatedName(domain)}</h1>
      ${back}`;
  }
  const message =
    reported.error_message ?? outcomeMessages[reported.flow_status ?? ""] ?? "The login failed.";
  const back = renderReturn(addresses.errorUrl, {
    ...(reported.error_code !== null && { code: reported.error_code }),
    message,
  });
  const websiteError = reported.website_error;
  return html`<h1>Not logged in</h1>
    <p role="alert">${message}</p>
    ${websiteError !== null && html`<p>The website says: “${websiteError}”</p>`}${back}`;
}

const outcomeMessages: Readonly<Record<string, string>> = {
  CANCELED: "Another login replaced this one.",
  EXPIRED: "The login timed out. Start the login again.",
};

/**
 * Renders a page that redirects to the address immediately. The page also has a link, for browsers that ask for
 * confirmation before they open an editor.
 */
function renderReturn(address: string | null, added: Readonly<Record<string, string>>): HtmlMarkup {
  if (address === null) return html`<p>You can close this page.</p>`;
  const target = withParameters(address, added);
  return html`<meta http-equiv="refresh" content="0; url=${target}" /><a class="go" href="${target}"
      >Go Back</a
    >`;
}

const maxReturnAddressLength = 8000;

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

/**
 * True if the page may redirect to the address. Only websites and editors are allowed, because browsers execute the
 * content of some other URL schemes, such as `javascript:`.
 */
export function isReturnAddress(address: string): boolean {
  const url = address.length > maxReturnAddressLength ? null : URL.parse(address);
  if (url === null || url.host === "" || url.username !== "" || url.password !== "") return false;
  return ["http", "https", ...editorSchemes].includes(url.protocol.slice(0, -1));
}

/** Adds query parameters to a URL. The rest of the URL stays unchanged, byte for byte. */
export function withParameters(address: string, added: Readonly<Record<string, string>>): string {
  const at = address.indexOf("#");
  const [before, fragment] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const query = new URLSearchParams(added).toString();
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment}`;
}
