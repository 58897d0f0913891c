import { commands, l10n } from "vscode";
import { isValidHost } from "../../api/baseUrl.ts";
import { confirm, warn } from "./notify.ts";

const maxAddressLength = 8_192;
/** Characters that can disguise an address, or that different URL parsers treat differently. */
const deceptiveLinkCharacters = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;

/** Matches an https address that has no user information before the host. */
const hostWithoutUser = /^https:\/\/[^/?#@]+(?:[/?#]|$)/;

/**
 * Returns the host of a valid https address in ASCII form. Callers must show the host in full. Returns undefined for
 * other addresses.
 */
export function safeHttpsHost(address: string): string | undefined {
  if (isDeceptive(address) || !hostWithoutUser.test(address)) return undefined;
  const url = URL.parse(address);
  return url !== null && isValidHost(url) ? url.host : undefined;
}

/** True if the address belongs to the origin, isn't too long and contains no deceptive characters. */
export function isSameOrigin(origin: string, address: string): boolean {
  return !isDeceptive(address) && address.startsWith(`${origin}/`);
}

function isDeceptive(address: string): boolean {
  return address.length > maxAddressLength || deceptiveLinkCharacters.test(address);
}

/**
 * Opens addresses from the service. Addresses must use https, and the user must confirm each new host. Neither rule
 * applies to addresses of the sandbox, except that the user must confirm each live view.
 */
export class LinkOpener {
  readonly #sandboxOrigin: () => Promise<string | undefined>;
  readonly #agreed = new Set<string>();

  /** `sandboxOrigin` returns the origin of the running sandbox once the sandbox has proved its identity. */
  constructor(sandboxOrigin: () => Promise<string | undefined>) {
    this.#sandboxOrigin = sandboxOrigin;
  }

  /**
   * Opens an address that the sandbox sent. If the address leads to another host, {@link open} asks the user first.
   * An `http:` address of another host belongs to a sandbox that has since moved, so that only a warning is shown.
   */
  async openFromSandbox(address: string): Promise<void> {
    const origin = await this.#sandboxOrigin();
    if (origin !== undefined && isSameOrigin(origin, address)) await openInBrowser(address);
    else if (address.startsWith("http:")) warnSandboxMoved();
    else await this.open(address);
  }

  /** Opens a login's live view, which controls the login's browser. Asks for confirmation each time. */
  async openLiveView(address: string, ofSandbox: boolean): Promise<void> {
    const origin = ofSandbox ? await this.#sandboxOrigin() : undefined;
    const isSandbox = origin !== undefined && isSameOrigin(origin, address);
    const host = isSandbox ? new URL(origin).host : safeHttpsHost(address);
    if (host === undefined && ofSandbox) warnSandboxMoved();
    else if (host === undefined) warnInvalidAddress();
    else if (
      await confirm(
        l10n.t("Open the live view at {0}?", host),
        l10n.t("The browser may be logged in. Don't share the address."),
        l10n.t("Open Live View"),
      )
    )
      await openInBrowser(address);
  }

  /** Opens a connection's website if the user agrees. */
  async openWebsite(domain: string): Promise<void> {
    await openAfterConsent(`https://${domain}/`, l10n.t("The website opens in your own browser."));
  }

  /** Opens a valid https address if the user agrees to its host. */
  async open(address: string): Promise<void> {
    await openAfterConsent(
      address,
      l10n.t("The address comes from the service and may open a logged-in browser. Don't share the address."),
      this.#agreed,
    );
  }
}

async function openAfterConsent(address: string, detail: string, agreed = new Set<string>()): Promise<void> {
  const host = safeHttpsHost(address);
  if (host === undefined) {
    warnInvalidAddress();
    return;
  }
  if (!agreed.has(host) && !(await confirm(l10n.t("Open {0}?", host), detail, l10n.t("Open")))) return;
  agreed.add(host);
  await openInBrowser(address);
}

function warnSandboxMoved(): void {
  void warn(l10n.t("Not opened: the sandbox has moved. Refresh this page."));
}

function warnInvalidAddress(): void {
  void warn(l10n.t("Not opened: this isn't a valid https address."));
}

/** Opens an address in the user's browser. The caller must have validated the host. */
export async function openInBrowser(address: string): Promise<void> {
  // Pass a string, because a Uri decodes parts of the query and breaks signed addresses.
  await commands.executeCommand("vscode.open", address);
}
