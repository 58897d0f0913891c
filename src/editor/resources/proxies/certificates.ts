// Prompts for the CA certificates of a custom proxy.
import { l10n, window, workspace } from "vscode";
import type { ProxyResource } from "../../../api/resourceSchemas.ts";
import { countCertificates, maxCaBundleLength } from "../../../api/proxyRequests.ts";
import { compact } from "../../../domain/compact.ts";
import type { ProxyValues } from "../../../domain/resources/proxies.ts";
import { display } from "../../../domain/text/display.ts";
import { pickOne, type Choice } from "../../kit/inputs/ask.ts";
import type { FieldView } from "../../resourceEngine/resource.ts";
import { formatCount } from "../../words/formatting.ts";
import { withParentheses } from "../../words/sentences.ts";
import { bundleFault, bundleWords } from "./checks.ts";

type CertificatesChoice = "keep" | "none" | "choose";

/** Prompts for the trusted CA certificates: those that browsers trust or those in a file. Renders the answer. */
export function certificatesView(): FieldView<ProxyValues["certificates"], ProxyResource, ProxyValues> {
  return {
    label: l10n.t("Certificates"),
    async ask({ frame, value }) {
      let certificates = value;
      let fault: string | undefined;
      let active: CertificatesChoice | undefined;
      for (;;) {
        const chosen = certificates?.pem === "" ? undefined : certificates;
        const first = active;
        const choices = compact<Choice<CertificatesChoice>>(
          chosen && { label: display(chosen.file), description: certificateCount(chosen.pem), value: "keep" },
          { label: l10n.t("Public Certificates"), description: l10n.t("trusted by browsers"), value: "none" },
          {
            label: `$(folder-opened) ${l10n.t("Choose a File…")}`,
            description: l10n.t("your own CA, in PEM format"),
            value: "choose",
          },
        );
        const answer = await pickOne<CertificatesChoice>({
          frame,
          placeholder: l10n.t("Choose who signed the proxy's certificate"),
          ...(fault !== undefined && { prompt: fault }),
          active: (choice) => choice === first,
          // Keep the list open while the file dialog has the focus.
          ignoreFocusOut: true,
          choices,
        });
        if (answer.kind !== "accepted") return answer;
        if (answer.value === "none") return { kind: "accepted", value: { file: "", pem: "" } };
        if (answer.value === "keep" && chosen !== undefined) return { kind: "accepted", value: chosen };
        const read = await readBundle();
        fault = read?.ok === false ? read.words : undefined;
        if (read?.ok === true) certificates = { file: read.file, pem: read.pem };
        active = read?.ok === true ? "keep" : "choose";
      }
    },
    summary: ({ file, pem } = { file: "", pem: "" }) =>
      pem === "" ? l10n.t("Public") : withParentheses(display(file), certificateCount(pem)),
  };
}

function certificateCount(pem: string): string {
  const count = countCertificates(pem);
  return count === 1 ? l10n.t("1 certificate") : l10n.t("{0} certificates", formatCount(count));
}

type ReadBundle =
  | { readonly ok: true; readonly file: string; readonly pem: string }
  | { readonly ok: false; readonly words: string };

/**
 * Prompts for a file and reads its certificates. Rejects a file that contains anything besides certificates, because
 * the file may contain a private key.
 */
async function readBundle(): Promise<ReadBundle | undefined> {
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t("Proxy certificates"),
      openLabel: l10n.t("Use"),
      filters: { [l10n.t("Certificates")]: ["pem", "crt", "cer"], [l10n.t("All files")]: ["*"] },
    })) ?? [];
  if (uri === undefined) return undefined;
  const file = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const refused = (words: string): ReadBundle => ({
    ok: false,
    words: l10n.t("Can't use {0}. {1}", display(file), words),
  });
  try {
    // Check the size first, so that a huge file isn't read.
    const { size } = await workspace.fs.stat(uri);
    if (size > maxCaBundleLength) return refused(bundleWords("tooLong"));
    const pem = new TextDecoder().decode(await workspace.fs.readFile(uri));
    const fault = bundleFault(pem);
    return fault === undefined ? { ok: true, file, pem } : refused(fault);
  } catch {
    return refused(l10n.t("The file can't be read."));
  }
}
