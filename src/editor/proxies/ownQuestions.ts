// The questions about a proxy of one's own.
import { l10n, window, workspace } from "vscode";
import { certificatesIn, longestCaBundle } from "../../api/proxyRequests.ts";
import { withUsername } from "../../domain/proxies/draft.ts";
import { display } from "../../domain/text/display.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import { count } from "../words/numbers.ts";
import { bundleFault, checkHost, checkPassword, checkPort } from "./checks.ts";
import { answered } from "../kit/inputs/wizard.ts";
import type { Ask } from "./context.ts";

export const askHost: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t("The proxy's host: its name or IP address."),
    placeholder: "proxy.example.com",
    value: typed ?? draft.host ?? "",
    check: (text) => checkHost(text.trim()),
  });
  return answered(answer, (host) => ({ ...draft, host: host.trim() }));
};

export const askPort: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t("Its port."),
    placeholder: "3128",
    value: typed ?? draft.port?.toString() ?? "",
    check: (text) => checkPort(text.trim()),
  });
  return answered(answer, (port) => ({ ...draft, port: Number(port) }));
};

export const askProtocol: Ask = async ({ draft, frame }) => {
  const answer = await pickOne<"http" | "https">({
    frame,
    placeholder: l10n.t("How does the service speak to it?"),
    active: (value) => value === draft.protocol,
    choices: [
      { label: "HTTPS", description: l10n.t("encrypted"), value: "https" },
      {
        label: "HTTP",
        description: l10n.t("not encrypted"),
        detail: l10n.t("Its user and password can be read on the way"),
        value: "http",
      },
    ],
  });
  return answered(answer, (protocol) => ({ ...draft, protocol }));
};

export const askUsername: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t("The user it asks for. Leave it empty where it asks for none."),
    value: typed ?? draft.username ?? "",
    check: () => undefined,
  });
  return answered(answer, (username) => withUsername(draft, username));
};

/** Asks for the password, which nobody sees. One that was typed before stays where nothing is typed. */
export const askPassword: Ask = async ({ draft, frame }) => {
  const { password: before = "" } = draft;
  const answer = await askText({
    frame,
    prompt:
      before === ""
        ? l10n.t("The user's password. It is sent once, and never shown or kept here. Empty: none.")
        : l10n.t("The user's password. Leave it empty to keep the one you typed."),
    value: "",
    password: true,
    check: checkPassword,
  });
  // Nothing of it is kept where somebody goes back.
  if (answer.kind !== "accepted") return { kind: answer.kind, typed: "" };
  return { kind: "answered", draft: { ...draft, password: answer.value === "" ? before : answer.value } };
};

type CertificatesChoice = "keep" | "none" | "choose";

/** Asks which certificates the proxy's own is signed by: those that everybody trusts, or those of a file. */
export const askCertificates: Ask = async ({ draft, frame }) => {
  let { certificates } = draft;
  let said: string | undefined;
  let active: CertificatesChoice | undefined;
  for (;;) {
    const chosen = certificates?.pem === "" ? undefined : certificates;
    const asked = said;
    const first = active;
    const choices: readonly Choice<CertificatesChoice>[] = [
      ...(chosen === undefined
        ? []
        : [{ label: display(chosen.file), description: bundleWords(chosen.pem), value: "keep" } as const]),
      { label: l10n.t("Public Certificates"), description: l10n.t("what browsers trust"), value: "none" },
      {
        label: `$(folder-opened) ${l10n.t("Choose a File…")}`,
        description: l10n.t("of an own authority, in PEM"),
        value: "choose",
      },
    ];
    const answer = await pickOne<CertificatesChoice>({
      frame,
      placeholder: l10n.t("Who has signed the certificate of the proxy?"),
      ...(asked !== undefined && { prompt: asked }),
      active: (value) => value === first,
      // The dialog takes the focus.
      ignoreFocusOut: true,
      choices,
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value === "none")
      return { kind: "answered", draft: { ...draft, certificates: { file: "", pem: "" } } };
    if (answer.value === "keep" && chosen !== undefined)
      return { kind: "answered", draft: { ...draft, certificates: chosen } };
    const read = await readBundle();
    said = read?.ok === false ? read.words : undefined;
    if (read?.ok === true) certificates = { file: read.file, pem: read.pem };
    active = read?.ok === true ? "keep" : "choose";
  }
};

/** How many certificates a file has. */
export function bundleWords(pem: string): string {
  const all = certificatesIn(pem);
  return all === 1 ? l10n.t("1 certificate") : l10n.t("{0} certificates", count(all));
}

/** What became of a file that was to hold certificates; `undefined` where none was chosen. */
type ReadBundle =
  | { readonly ok: true; readonly file: string; readonly pem: string }
  | { readonly ok: false; readonly words: string };

/** Has a file chosen, and reads the certificates in it. A file of anything else is not taken: it may hold a key. */
async function readBundle(): Promise<ReadBundle | undefined> {
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t("Certificates of the proxy"),
      openLabel: l10n.t("Use"),
      filters: { [l10n.t("Certificates")]: ["pem", "crt", "cer"], [l10n.t("All files")]: ["*"] },
    })) ?? [];
  if (uri === undefined) return undefined;
  const file = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const refused = (words: string): ReadBundle => ({
    ok: false,
    words: l10n.t("{0} was not taken. {1}", display(file), words),
  });
  try {
    // What is no bundle may be a film: that is not read.
    const { size } = await workspace.fs.stat(uri);
    if (size > longestCaBundle) return refused(tooLarge());
    const pem = new TextDecoder().decode(await workspace.fs.readFile(uri));
    const fault = bundleFault(pem);
    return fault === undefined ? { ok: true, file, pem } : refused(fault);
  } catch {
    return refused(l10n.t("It can't be read."));
  }
}

function tooLarge(): string {
  return bundleFault("x".repeat(longestCaBundle + 1)) ?? "";
}
