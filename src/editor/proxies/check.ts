import { l10n } from "vscode";
import { checkProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Frame } from "../kit/inputs/ask.ts";
import { mention } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts } from "../results/showingParts.ts";
import { pageOf } from "../things/kind.ts";
import { findThing } from "../things/read.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { checkedCard, checkedWords } from "./checkedCard.ts";
import type { CheckEnd } from "./checkedCard.ts";
import { checkSite, siteUrl } from "./checks.ts";
import { proxies } from "./proxies.ts";
import { proxyName } from "./shownCard.ts";
import type { Users } from "../resourceEngine/usedBy.ts";

/** "Check Proxy…": has the service try a proxy, by itself or with a site that is named or asked for. Shows what came of it. */
export async function checkProxyCommand(
  parts: PageParts,
  { id, resultId, site }: CommandArguments["managedAuth.checkProxy"],
): Promise<void> {
  const title = l10n.t("Check Proxy");
  const found = await findThing(proxies, parts, title, { id, resultId });
  if (found === undefined) return;
  const { access, thing: proxy, users } = found;
  const asked = site ?? (await askSite({ title: `${title}: ${proxyName(proxy)}`, back: false }, users));
  if (asked === undefined) return;
  const end = await checkOne(access, proxy, asked);
  if (end === undefined) return;
  const occasion = occasionOf(access, resultId ?? parts.results.newId());
  const checked = end.kind === "checked" ? after(proxy, end.proxy) : proxy;
  await parts.panel.show(pageOf(proxies, access, checkedCard(occasion, checked, asked, end), proxy));
}

/** A proxy as a check left it. How it was before says nothing of that, but for its name. */
const after = (before: Proxy, checked: Proxy): Proxy => ({
  ...before,
  ...checked,
  name: checked.name ?? before.name,
  status: checked.status,
});

/** Checks a proxy with a site, or where that is empty by itself; `undefined` when the user called it off. */
async function checkOne(access: Access, proxy: Proxy, site: string): Promise<CheckEnd | undefined> {
  const name = proxyName(proxy);
  const title =
    site === "" ? l10n.t("Checking {0}", name) : l10n.t("Checking {0} for {1}", name, display(site));
  const end = await withCancel(title, (report, signal) => {
    report(l10n.t("this may take a minute"));
    return send(access, proxy, site, signal);
  });
  if (end === undefined) mention(l10n.t("Check canceled"));
  return end;
}

/** The same from a question of another flow, which waits for it. Returns how it ended, in words to stand below that. */
export async function checkProxyWithin(
  access: Access,
  proxy: Proxy,
  site: string,
  signal: AbortSignal,
): Promise<{ readonly proxy?: Proxy; readonly words: string } | undefined> {
  const end = await send(access, proxy, site, signal);
  if (end === undefined) return undefined;
  const checked = end.kind === "checked" ? after(proxy, end.proxy) : proxy;
  return {
    words: checkedWords(checked, site, end, new Date()),
    ...(end.kind === "checked" && { proxy: checked }),
  };
}

/** Sends a check once; `undefined` where it was called off. */
async function send(
  { client }: Access,
  { id }: Proxy,
  site: string,
  signal: AbortSignal,
): Promise<CheckEnd | undefined> {
  const body = site === "" ? {} : { url: siteUrl(site) };
  const outcome = await client.call(checkProxy, { path: { id }, body }, signal);
  switch (outcome.kind) {
    case "ok":
      return { kind: "checked", proxy: outcome.value };
    case "failed":
      return { kind: "failed", error: outcome.error };
    case "cancelled":
      return undefined;
  }
}

/** Asks what to check a proxy with: nothing, the website of a connection that goes through it, or another one. */
async function askSite(frame: Frame, { usedBy }: Users): Promise<string | undefined> {
  const domains = [...new Set(usedBy.flatMap(({ domain }) => (domain === undefined ? [] : [domain])))];
  for (;;) {
    const answer = await pickOne<{ readonly site: string } | "other">({
      frame,
      placeholder: l10n.t("What should be reached through it?"),
      ignoreFocusOut: true,
      choices: [
        {
          label: l10n.t("The Proxy Alone"),
          detail: l10n.t("Whether it works at all; its status is updated"),
          value: { site: "" },
        },
        ...(domains.length > 0 ? [{ separator: l10n.t("Websites of connections that use it") }] : []),
        ...domains.map((site) => ({ label: display(site), value: { site } })),
        { separator: "" },
        { label: l10n.t("Another Website…"), value: "other" },
      ],
    });
    if (answer.kind !== "accepted") return undefined;
    if (answer.value !== "other") return answer.value.site;
    const typed = await askText({
      frame: { ...frame, back: true },
      prompt: l10n.t("The website to reach, by its domain or address."),
      placeholder: "example.com",
      value: "",
      check: checkSite,
    });
    if (typed.kind === "accepted") return typed.value.trim();
    if (typed.kind === "cancelled") return undefined;
  }
}
