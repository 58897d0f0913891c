import { l10n, ThemeColor, ThemeIcon, type Command } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionsByProfile } from "../../domain/resources/profiles.ts";
import { sortProviders } from "../../domain/resources/providers.ts";
import { display } from "../../domain/text/display.ts";
import { driversAmong, joinProxies } from "../catalogue/browsers.ts";
import { failureRow } from "../catalogue/failures.ts";
import type { ResourceLists } from "../catalogue/listModel.ts";
import type { ReadingFailure } from "../catalogue/readModel.ts";
import { browserRow, credentialPick, profilePick, providerPick, proxyPick } from "../catalogue/picks.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import { rowId, type TreeRow } from "../kit/row.ts";
import type { CommandId } from "../words/contributions.ts";
import type { ResourceKind } from "../words/declaredArguments.ts";
import { formatCount } from "../words/formatting.ts";
import { compact } from "../../domain/compact.ts";

export interface ResourceListNode {
  readonly kind: "resourceList";
  readonly of: ResourceKind;
}

export type ResourceNode =
  | ResourceListNode
  | ResourceItemNode
  | { readonly kind: "noResources"; readonly of: ResourceKind }
  /** Shown if a list has more resources than were fetched. `read` is the number that was fetched. */
  | { readonly kind: "moreResources"; readonly of: ResourceKind; readonly read: number }
  | { readonly kind: "resourcesUnlisted"; readonly of: ResourceKind; readonly failure: ReadingFailure };

export interface ResourceItemNode {
  readonly kind: "resource";
  readonly of: ResourceKind;
  /** The ID or name that identifies the resource in request paths. */
  readonly id: string;
  /** The name, set if commands need it in addition to the ID. */
  readonly name?: string | undefined;
  readonly choice: Choice<string>;
  readonly isProblem: boolean;
  readonly contextValue: string;
}

/**
 * Returns the fetched resources of a kind, starting with the resources that have problems. `connections` contains all
 * connections, if they are known.
 */
export function sortedResourceNodes(
  of: ResourceKind,
  lists: ResourceLists,
  connections: readonly ManagedAuth[] | undefined,
): readonly ResourceItemNode[] {
  return resourceNodes(of, lists, connections).toSorted((a, b) => Number(b.isProblem) - Number(a.isProblem));
}

function resourceNodes(
  of: ResourceKind,
  lists: ResourceLists,
  connections: readonly ManagedAuth[] | undefined,
): readonly ResourceItemNode[] {
  const kind = "resource";
  switch (of) {
    case "profiles": {
      const users = connectionsByProfile(connections ?? []);
      return (lists.profiles.state.reading?.rows ?? []).map((profile) => {
        const { name } = profile;
        const id = profile.id || (name ?? "");
        const choice = profilePick({ ...profile, usedBy: users(profile) }, id);
        const contextValue = name === undefined ? "profileUnnamed" : "profile";
        return { kind, of, id, name, choice, contextValue, isProblem: choice.icon === "warning" };
      });
    }
    case "proxies":
      return (lists.proxies.state.reading?.rows ?? []).map((proxy) => {
        const isProblem = proxy.status === "unavailable";
        const choice = proxyPick(proxy, proxy.id);
        return { kind, of, id: proxy.id, choice, contextValue: "proxy", isProblem };
      });
    case "credentials": {
      const used = connections && new Set(connections.map(({ credential }) => credential?.name));
      return (lists.credentials.state.reading?.rows ?? []).map((credential) => {
        const { has_totp_secret, id, name } = credential;
        const isProblem = used?.has(name) === false;
        const choice = withProblem(credentialPick(credential, id), isProblem, l10n.t("not used"));
        const contextValue = has_totp_secret === true ? "credentialWithCode" : "credential";
        return { kind, of, id, choice, contextValue, isProblem };
      });
    }
    case "providers":
      return sortProviders(lists.providers.state.reading?.rows ?? []).map((provider) => {
        const { id } = provider;
        const isProblem = lists.providers.hasFailedTest(id);
        const choice = withProblem(providerPick(provider, id), isProblem, l10n.t("test failed"));
        return { kind, of, id, choice, contextValue: "provider", isProblem };
      });
    case "browsers": {
      const users = driversAmong(connections ?? []);
      const withProxy = joinProxies(lists);
      return (lists.browsers.state.reading?.rows ?? []).map((browser) => {
        const { headless, id } = browser;
        const choice = browserRow({ ...withProxy(browser), usedBy: users(browser) }, id);
        const contextValue = headless === true ? "browserHeadless" : "browser";
        return { kind, of, id, choice, contextValue, isProblem: choice.icon === "warning" };
      });
    }
  }
}

/** Prepends the problem, if any, to the description of a picker row. */
function withProblem(choice: Choice<string>, isProblem: boolean, problem: string): Choice<string> {
  if (!isProblem) return choice;
  const { description } = choice;
  return { ...choice, description: compact(problem, description).join(" · ") };
}

export function resourceRow(node: ResourceNode): TreeRow {
  const { of } = node;
  const words = resourceKindText(of);
  switch (node.kind) {
    case "resourceList":
      return {
        id: rowId("resources", of),
        label: words.label,
        tooltip: words.label,
        icon: new ThemeIcon(words.icon),
        contextValue: `list_${of}`,
        children: "closed",
      };
    case "resource":
      return resourceItemRow(node, words);
    case "noResources":
      return {
        id: rowId("noResources", of),
        label: words.emptyText,
        description: words.create.title,
        tooltip: words.emptyText,
        accessibilityLabel: l10n.t("{0} Press Enter to create", words.emptyText),
        contextValue: "group",
        children: "nothing",
        command: words.create,
      };
    case "moreResources":
      return {
        id: rowId("moreResources", of),
        label: words.find.title,
        value: l10n.t("{0} read", formatCount(node.read)),
        tooltip: words.find.title,
        contextValue: "group",
        children: "nothing",
        command: words.find,
      };
    case "resourcesUnlisted":
      return failureRow(rowId("resourcesUnlisted", of), node.failure, "managedAuth.refreshResources");
  }
}

function resourceItemRow(
  { choice, contextValue, id, isProblem, of }: ResourceItemNode,
  words: ResourceKindText,
): TreeRow {
  const { description = "", detail = "" } = choice;
  return {
    id: rowId(of, id),
    label: choice.label,
    description,
    // Omit a browser's ID, because only this extension uses that ID.
    tooltip: compact(
      choice.label,
      description !== "" && description,
      detail !== "" && detail,
      of !== "browsers" && display(id),
    ).join("\n"),
    icon: isProblem
      ? new ThemeIcon("warning", new ThemeColor("list.warningForeground"))
      : new ThemeIcon(choice.icon ?? words.icon),
    contextValue,
    children: "nothing",
    command: { ...words.show, arguments: [{ id, preserveFocus: true }] },
  };
}

interface ResourceKindText {
  readonly label: string;
  readonly icon: string;
  readonly emptyText: string;
  readonly create: ExtensionCommand;
  readonly find: ExtensionCommand;
  readonly show: ExtensionCommand;
}

type ExtensionCommand = Command & { readonly command: CommandId };

function resourceKindText(of: ResourceKind): ResourceKindText {
  const words: Readonly<Record<ResourceKind, ResourceKindText>> = {
    profiles: {
      label: l10n.t("Profiles"),
      icon: "person",
      emptyText: l10n.t("No profiles yet."),
      create: { command: "managedAuth.createProfile", title: l10n.t("Create Profile…") },
      find: { command: "managedAuth.showProfiles", title: l10n.t("Show Profiles…") },
      show: { command: "managedAuth.showProfile", title: l10n.t("Show Profile") },
    },
    proxies: {
      label: l10n.t("Proxies"),
      icon: "globe",
      emptyText: l10n.t("No proxies yet."),
      create: { command: "managedAuth.createProxy", title: l10n.t("Create Proxy…") },
      find: { command: "managedAuth.showProxies", title: l10n.t("Show Proxies…") },
      show: { command: "managedAuth.showProxy", title: l10n.t("Show Proxy") },
    },
    credentials: {
      label: l10n.t("Credentials"),
      icon: "gist-secret",
      emptyText: l10n.t("No credentials yet."),
      create: { command: "managedAuth.createCredential", title: l10n.t("Create Credential…") },
      find: { command: "managedAuth.showCredentials", title: l10n.t("Show Credentials…") },
      show: { command: "managedAuth.showCredential", title: l10n.t("Show Credential") },
    },
    providers: {
      label: l10n.t("Providers"),
      icon: "lock",
      emptyText: l10n.t("No providers yet."),
      create: { command: "managedAuth.createProvider", title: l10n.t("Create Provider…") },
      find: { command: "managedAuth.showProviders", title: l10n.t("Show Providers…") },
      show: { command: "managedAuth.showProviders", title: l10n.t("Providers") },
    },
    browsers: {
      label: l10n.t("Browsers"),
      icon: "browser",
      emptyText: l10n.t("No browser is running."),
      create: { command: "managedAuth.launchBrowser", title: l10n.t("Launch Browser…") },
      find: { command: "managedAuth.showBrowsers", title: l10n.t("Show Browsers…") },
      show: { command: "managedAuth.showBrowser", title: l10n.t("Show Browser") },
    },
  };
  return words[of];
}
