// Defines proxies for `resourceEngine`, which prompts for their values, sends the requests and renders the pages. The
// command that checks a proxy's connectivity is in `commands.ts`.
import { l10n } from "vscode";
import { createProxy, deleteProxy, getProxy, renameProxy } from "../../../api/operations.ts";
import type { ProxyResource } from "../../../api/resourceSchemas.ts";
import type { ProxyType } from "../../../api/proxyRequests.ts";
import { isEnabled, type KnownFeature } from "../../../domain/entitlements/entitlements.ts";
import { isNamedBy, proxyModel, suggestedName, type ProxyValues } from "../../../domain/resources/proxies.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { type EntitlementsModel, knownEntitlements } from "../../catalogue/entitlementsModel.ts";
import { countryName, proxyPick } from "../../catalogue/picks.ts";
import { choice } from "../../resourceEngine/fields/choice.ts";
import { askHidden, masked } from "../../resourceEngine/fields/secret.ts";
import { text } from "../../resourceEngine/fields/text.ts";
import { refreshCallbacks, requestsOf } from "../../resourceEngine/resource.ts";
import type {
  FieldView,
  FieldViews,
  ListedParts,
  QuestionContext,
  RemovableResource,
} from "../../resourceEngine/resource.ts";
import { commandButton } from "../../results/buttons.ts";
import { joinWithCommas, withParentheses } from "../../words/sentences.ts";
import { certificatesView } from "./certificates.ts";
import { checkBypass, checkHost, checkPassword, checkPort, checkProxyName, hostsOf } from "./checks.ts";
import { factRows, serverBlocks, statusValue, typeLabel } from "./page.ts";
import { countriesByName, placeView } from "./place.ts";

export interface ProxyParts extends ListedParts<"proxies"> {
  readonly entitlements: EntitlementsModel;
}

export function proxies(parts: ProxyParts): RemovableResource<ProxyResource, ProxyValues> {
  return {
    model: proxyModel,
    operations: { get: getProxy, remove: deleteProxy },
    requests: requestsOf(proxyModel, createProxy, renameProxy),
    addressedBy: "id",
    icon: "globe",
    unfinished: (creations) => creations.proxy,
    nameOf: ({ id, name }) => name ?? (id === "" ? l10n.t("The proxy") : id),
    nameIn: ({ name = "" }) => (name === "" ? l10n.t("the proxy") : name),
    choosing: {
      placeholder: () => l10n.t("Choose or type a proxy ID"),
      emptyText: () => l10n.t("No proxies yet."),
      typed: () => l10n.t("The ID"),
      load: (lists) => lists.proxies,
      idOf: ({ id }) => id,
      row: proxyPick,
    },
    ...refreshCallbacks(parts, "proxies"),
    commands: {
      list: "managedAuth.showProxies",
      show: "managedAuth.showProxy",
      edit: "managedAuth.renameProxy",
      remove: "managedAuth.deleteProxy",
    },
    fields: proxyFields(parts),
    page: {
      state: ({ status }) => statusValue(status),
      summary: () => [l10n.t("Connections using this proxy browse through it.")],
      lastRows: factRows,
      blocks: ({ config }) => serverBlocks(config),
      next: ({ id }) => commandButton(l10n.t("Check…"), "managedAuth.checkProxy", { id }),
    },
    text: {
      singular: l10n.t("Proxy"),
      plural: l10n.t("Proxies"),
      titles: {
        list: l10n.t("Show Proxies…"),
        show: l10n.t("Show Proxy"),
        create: l10n.t("Create Proxy"),
        edit: l10n.t("Rename Proxy"),
        remove: l10n.t("Delete Proxy"),
      },
      edit: l10n.t("Rename…"),
      reading: l10n.t("Reading the proxy…"),
      notRead: l10n.t("Couldn't read the proxy"),
      unused: l10n.t("Not used yet."),
      deletable: l10n.t("No connection uses this proxy."),
      created: l10n.t("Check the proxy, then choose it in a connection's proxy setting."),
      unfindable: [
        l10n.t("Several proxies may share this name."),
        l10n.t("Check the list before you create the proxy again."),
      ],
      saved: ({ before, users: { usedBy } }) => [
        usedBy.some(isNamedBy(before))
          ? l10n.t("Choose the proxy again in connections that use the old name.")
          : l10n.t("Connections using the ID stay as they are."),
      ],
      mayComeYet: l10n.t("The change may still arrive. Check Now only reads the current state."),
      unseen: l10n.t("The proxy has the new name."),
      remove: (name) => l10n.t('Delete proxy "{0}"?', name),
      usersLose: () => l10n.t("The service doesn't delete a proxy that connections use."),
      irreversible: l10n.t("You can't undo this."),
      inUse: l10n.t("Choose another proxy in these connections, then delete again."),
      removed: l10n.t("These connections need another proxy."),
      affectedUsersTitle: l10n.t("Without a proxy"),
    },
  };
}

function proxyFields({ entitlements }: ProxyParts): FieldViews<ProxyResource, ProxyValues> {
  const { fields } = proxyModel;
  const isIn = (feature: KnownFeature, access: AccountAccess): boolean =>
    isEnabled(knownEntitlements(entitlements.state, access), feature) !== false;
  const notInPlan = (): string => l10n.t("Not in your plan");
  return {
    type: choice(fields.type, {
      label: l10n.t("Type"),
      placeholder: l10n.t("Choose a proxy type"),
      options({ access }) {
        const managed = l10n.t("Run by the service");
        return [
          { separator: isIn("managed_proxies", access) ? managed : joinWithCommas([managed, notInPlan()]) },
          ...managedTypes().map(({ detail, type }) => ({ label: typeLabel(type), detail, value: type })),
          { separator: isIn("custom_proxies", access) ? l10n.t("Yours") : notInPlan() },
          { label: typeLabel("custom"), detail: l10n.t("Your own server"), value: "custom" },
        ];
      },
      words: (type) => typeLabel(type ?? ""),
    }),
    country: choice(fields.country, {
      label: l10n.t("Country"),
      placeholder: l10n.t("Choose a country"),
      options: ({ values }) => [
        hasFixedAddress(values)
          ? { label: l10n.t("Service default"), description: countryName("US"), value: "" }
          : { label: l10n.t("Any Country"), value: "" },
        { separator: l10n.t("Countries") },
        ...countriesByName(values.type).map(({ code: value, name }) => ({
          label: name,
          description: value,
          value,
        })),
      ],
      words(country = "", values) {
        if (country !== "") return withParentheses(countryName(country), country);
        return hasFixedAddress(values) ? l10n.t("Service default") : l10n.t("Any");
      },
    }),
    place: placeView(),
    host: text(fields.host, {
      label: l10n.t("Host"),
      prompt: () => l10n.t("The proxy's host name or IP address."),
      placeholder: () => "proxy.example.com",
      check: (host) => checkHost(host.trim()),
      parse: (host) => host.trim(),
    }),
    port: text(fields.port, {
      label: l10n.t("Port"),
      prompt: () => l10n.t("The proxy's port."),
      placeholder: () => "3128",
      check: (port) => checkPort(port.trim()),
      parse: Number,
    }),
    protocol: choice(fields.protocol, {
      label: l10n.t("Protocol"),
      placeholder: l10n.t("Choose a protocol"),
      options: () => [
        { label: "HTTPS", description: l10n.t("encrypted"), value: "https" },
        {
          label: "HTTP",
          description: l10n.t("not encrypted"),
          detail: l10n.t("Others can read the user name and password in transit"),
          value: "http",
        },
      ],
      words: (protocol) => (protocol ?? "").toUpperCase(),
    }),
    username: text(fields.username, {
      label: l10n.t("User"),
      prompt: () => l10n.t("The proxy's user name. Leave empty for none."),
      check: () => undefined,
      parse: (user) => user,
    }),
    password: passwordView(),
    certificates: certificatesView(),
    bypass: text(fields.bypass, {
      label: l10n.t("Bypasses the proxy"),
      prompt({ access }) {
        const hosts = l10n.t("Hosts that bypass the proxy, separated by commas. Leave empty for none.");
        return isIn("proxy_bypass_hosts", access) ? hosts : `${hosts} ${notInPlan()}.`;
      },
      placeholder: () => "intranet.example.com, *.example.org",
      check: checkBypass,
      parse: hostsOf,
      format: (hosts) => hosts.join(", "),
    }),
    name: text(fields.name, {
      label: l10n.t("Name"),
      prompt: namePrompt,
      suggest: suggestedName,
      check: (name, { live, otherReplies }) =>
        checkProxyName(
          name,
          otherReplies().flatMap((proxy) => proxy.name ?? []),
          live !== undefined,
        ),
      parse: (name) => name.trim(),
    }),
  };
}

/** True if the proxy uses a single IP address. If such a proxy has no country, the service uses a default country. */
const hasFixedAddress = ({ type }: Partial<ProxyValues>): boolean => type === "datacenter" || type === "isp";

function managedTypes(): readonly { readonly type: ProxyType; readonly detail: string }[] {
  return [
    { type: "datacenter", detail: l10n.t("Fast, but many websites recognize the single address") },
    { type: "isp", detail: l10n.t("An internet provider's address that stays the same; five countries") },
    { type: "residential", detail: l10n.t("From homes; the address can change") },
    { type: "mobile", detail: l10n.t("From mobile networks; the place is approximate") },
  ];
}

/** Prompts for the proxy's password. If the user already typed a password, an empty answer keeps that password. */
function passwordView(): FieldView<string, ProxyResource, ProxyValues> {
  return {
    label: l10n.t("Password"),
    async ask({ frame, value: current = "" }) {
      const answer = await askHidden({
        frame,
        prompt:
          current === ""
            ? l10n.t("The user's password. VS Code doesn't store the password. Leave empty for none.")
            : l10n.t("The user's password. Leave empty to keep what you typed."),
        check: checkPassword,
      });
      return answer.kind === "accepted" ? { kind: "accepted", value: answer.value || current } : answer;
    },
    summary: (password = "") => (password === "" ? l10n.t("None") : masked),
  };
}

function namePrompt({ live, users }: QuestionContext<string, ProxyResource, ProxyValues>): string {
  if (live === undefined) return l10n.t("Proxy name. Leave empty for none.");
  const byName = users.usedBy.filter(isNamedBy(live)).map(connectionName);
  return byName.length === 0
    ? l10n.t("New name for {0}. Connections using the ID stay as they are.", display(live.name ?? live.id))
    : l10n.t(
        "Connections that will no longer find the proxy by name: {0}.",
        joinWithCommas(byName.map(display)),
      );
}
