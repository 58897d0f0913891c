import { l10n, window, workspace } from "vscode";
import { longestCaBundle } from "../../api/proxyRequests.ts";
import { display } from "../../domain/text/display.ts";
import { bundleFault } from "./checks.ts";

/** What became of a file that was to hold certificates; `undefined` where none was chosen. */
export type ReadBundle =
  | { readonly ok: true; readonly file: string; readonly pem: string }
  | { readonly ok: false; readonly words: string };

/** Has a file chosen, and reads the certificates in it. A file of anything else is not taken: it may hold a key. */
export async function readBundle(): Promise<ReadBundle | undefined> {
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
