import { commands, l10n } from "vscode";
import { isValidHost } from "../../api/baseUrl.ts";
import { confirm, warn } from "./notify.ts";

const longestAddress = 8_192;
/** Anything that makes an address look like another one, or that two parsers read differently. */
const deceptive = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;

/** A host, and no user before it. */
const hostAlone = /^https:\/\/[^/?#@]+(?:[/?#]|$)/;

/** The host that an address leads to, in ASCII and to be shown whole; `undefined` where it is not a sound https address. */
export function soundHttps(address: string): string | undefined {
  if (isUnclear(address) || !hostAlone.test(address)) return undefined;
  const url = URL.parse(address);
  return url !== null && isValidHost(url) ? url.host : undefined;
}

/** Whether a sound address leads to exactly this origin. */
export function isOf(origin: string, address: string): boolean {
  return !isUnclear(address) && address.startsWith(`${origin}/`);
}

function isUnclear(address: string): boolean {
  return address.length > longestAddress || deceptive.test(address);
}

/**
 * Opens addresses that the service gave, only over https, and only after the host was shown once. The sandbox's own need
 * neither, except for a live view.
 */
export class Opener {
  readonly #sandboxOrigin: () => Promise<string | undefined>;
  readonly #agreed = new Set<string>();

  /** `sandboxOrigin` gives the origin of the sandbox that runs, once it has shown that it does. */
  constructor(sandboxOrigin: () => Promise<string | undefined>) {
    this.#sandboxOrigin = sandboxOrigin;
  }

  /** Opens an address that the sandbox gave, which leads to the sandbox or is one like any other. */
  async openOfSandbox(address: string): Promise<void> {
    const origin = await this.#sandboxOrigin();
    if (origin !== undefined && isOf(origin, address)) await handOn(address);
    else if (address.startsWith("http:")) warnMoved();
    else await this.open(address);
  }

  /** Opens the live view of a login, which shows and steers its browser; asks each time. */
  async watch(address: string, ofSandbox: boolean): Promise<void> {
    const origin = ofSandbox ? await this.#sandboxOrigin() : undefined;
    const isSandbox = origin !== undefined && isOf(origin, address);
    const host = isSandbox ? new URL(origin).host : soundHttps(address);
    if (host === undefined && ofSandbox) warnMoved();
    else if (host === undefined) warnUnsound();
    else if (
      await confirm(
        l10n.t("Open the live view at {0}?", host),
        l10n.t("The browser may be logged in. Don't share the address."),
        l10n.t("Open Live View"),
      )
    )
      await handOn(address);
  }

  /** Opens the website of a connection, by its domain. */
  async openWebsite(domain: string): Promise<void> {
    await openAgreed(`https://${domain}/`, l10n.t("The website opens in your own browser."));
  }

  /** Opens an address in the user's browser if it is sound and the user agrees. */
  async open(address: string): Promise<void> {
    await openAgreed(
      address,
      l10n.t("The address comes from the service and may open a logged-in browser. Don't share the address."),
      this.#agreed,
    );
  }
}

async function openAgreed(address: string, detail: string, agreed = new Set<string>()): Promise<void> {
  const host = soundHttps(address);
  if (host === undefined) {
    warnUnsound();
    return;
  }
  if (!agreed.has(host) && !(await confirm(l10n.t("Open {0}?", host), detail, l10n.t("Open")))) return;
  agreed.add(host);
  await handOn(address);
}

function warnMoved(): void {
  void warn(l10n.t("Not opened: the sandbox has moved. Refresh this page."));
}

function warnUnsound(): void {
  void warn(l10n.t("Not opened: this isn't a valid https address."));
}

/** Opens an address in the user's browser, whose host was looked at before. */
export async function handOn(address: string): Promise<void> {
  // As text: a Uri would decode parts of the query, and signed addresses would break.
  await commands.executeCommand("vscode.open", address);
}
