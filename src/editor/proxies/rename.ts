import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { getProxy, renameProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { isNamedBy } from "../../domain/proxies/use.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { askText, endQuestions } from "../kit/inputs/ask.ts";
import { mention, warn } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts } from "../results/showingParts.ts";
import { pageOf } from "../things/kind.ts";
import { findThing } from "../things/read.ts";
import type { Found } from "../things/read.ts";
import { describeError, refusalWords } from "../words/errors.ts";
import type { Check } from "../words/names.ts";
import { paragraph, sentence, series } from "../words/sentences.ts";
import { checkProxyName } from "./checks.ts";
import { proxies } from "./proxies.ts";
import { showProxy } from "./show.ts";
import { proxyCard, proxyName } from "./shownCard.ts";

/** "Rename Proxy…": asks for another name and sends that; a refusal leads back to the input. Shows the page of the proxy. */
export async function renameProxyCommand(parts: PageParts, id: string | undefined): Promise<void> {
  const found = await findThing(proxies, parts, l10n.t("Rename Proxy"), { id });
  if (found === undefined) return;
  const renamed = await askAndSend(parts, found).finally(endQuestions);
  if (renamed === undefined) return;
  mention(l10n.t("Proxy renamed"));
  const { access, users } = found;
  const card = proxyCard(occasionOf(access, parts.results.newId()), renamed, users);
  await parts.panel.show(pageOf(proxies, access, card, renamed));
}

/** Asks until the name is another; resolves to the proxy as it is then. */
async function askAndSend(
  parts: PageParts,
  { access, thing: proxy, users }: Found<Proxy>,
): Promise<Proxy | undefined> {
  const byName = users.usedBy.filter(isNamedBy(proxy)).map(connectionName);
  let value = proxy.name ?? "";
  let said: Check | undefined;
  for (;;) {
    const refused = said;
    const typed = value;
    const answer = await askText({
      frame: { title: l10n.t("Rename Proxy"), back: false, stays: true },
      prompt:
        byName.length === 0
          ? l10n.t(
              "Another name for {0}. Connections that choose it by its ID stay as they are.",
              proxyName(proxy),
            )
          : l10n.t("{0} will find it no more: they choose it by its name.", series(byName.map(display))),
      value: typed,
      check: (text) => (text === typed && refused !== undefined ? refused : checkProxyName(text, [], true)),
    });
    if (answer.kind !== "accepted") return undefined;
    value = answer.value.trim();
    if (value === proxy.name) return undefined;
    const end = await send(access, proxy, value);
    if (end.kind === "renamed") return end.proxy;
    if (end.kind === "unknown") {
      const why = end.error === undefined ? [] : [sentence(describeError(end.error).headline)];
      void warn(paragraph([l10n.t("Not sure whether the proxy was renamed."), ...why]), {
        label: l10n.t("Show Proxy"),
        run: () => showProxy({ ...parts, requireAccess: () => Promise.resolve(access) }, { id: proxy.id }),
      });
    }
    if (end.kind !== "refused") return undefined;
    said = { severity: "error", message: refusalWords(end.error) };
  }
}

type End =
  | { readonly kind: "renamed"; readonly proxy: Proxy }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "unknown"; readonly error: ApiError | undefined }
  | { readonly kind: "left" };

/** Sends it once. Where its answer is lost, what the proxy is called is read. */
async function send({ client }: Access, proxy: Proxy, name: string): Promise<End> {
  const { id } = proxy;
  const what = l10n.t("Renaming the proxy");
  const outcome = await withCancel(what, (_, signal) =>
    client.call(renameProxy, { path: { id }, body: { name } }, signal),
  );
  if (outcome.kind === "ok")
    return { kind: "renamed", proxy: { ...proxy, ...outcome.value, name: outcome.value.name ?? name } };
  if (outcome.kind === "failed" && outcome.error.sent !== "unknown")
    return { kind: "refused", error: outcome.error };
  if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "left" };
  const found = await withCancel(what, (_, signal) => client.call(getProxy, { path: { id } }, signal));
  if (found.kind === "ok" && found.value.name === name) return { kind: "renamed", proxy: found.value };
  return { kind: "unknown", error: outcome.kind === "failed" ? outcome.error : undefined };
}
