// Completes domains and the names of profiles, credentials and other resources in a connection file.
import { CompletionItem, CompletionItemKind, l10n, type TextDocument } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { domainSpelling } from "../../domain/connections/identity.ts";
import { namePositionAt, type NamePosition } from "../../domain/file/writing.ts";
import { display } from "../../domain/text/display.ts";
import { isSameProfileName, type NamedResource } from "../../domain/text/names.ts";
import { formatCount } from "../words/formatting.ts";
import { toRange } from "./documents.ts";
import type { FilesContext } from "./planFile.ts";

/**
 * Returns completions for the name at an offset. Returns an empty list if the value isn't a name or if the names
 * can't be fetched.
 */
export async function completeNames(
  document: TextDocument,
  offset: number,
  { destinations, listed }: FilesContext,
  connections: readonly ManagedAuth[],
): Promise<readonly CompletionItem[]> {
  const position = namePositionAt(document.getText(), offset);
  if (position === undefined) return [];
  const { kind: of, range } = position;
  return [...Map.groupBy(await listRows(), ({ name = "" }) => name)].flatMap(([name, resources]) =>
    name === "" ? [] : [item(name, resources)],
  );

  async function listRows(): Promise<readonly NamedResource[]> {
    // Identify each listed domain by its profile's name, because several profiles can have the same domain.
    if (of === "domains")
      return connections.map(({ domain, profile_name: id = "" }) => ({ id, name: domain }));
    const model = of === "destinations" ? destinations : listed[of];
    return (await model.displayState()).reading?.rows ?? [];
  }

  function item(name: string, resources: readonly NamedResource[]): CompletionItem {
    // A file accepts only one spelling of a domain, but the service may return others.
    const accepted = of === "domains" ? domainSpelling(name) : name;
    const completion = new CompletionItem(display(name), CompletionItemKind.Reference);
    completion.detail = display(completionDetail(of, name, resources, connections));
    completion.insertText = JSON.stringify(accepted);
    completion.filterText = JSON.stringify(name);
    // The leading space sorts this completion before the empty text that the file's schema suggests.
    completion.sortText = ` ${name}`;
    completion.range = toRange(document, range);
    return completion;
  }
}

/** Returns the detail text of a completion, or a warning if several resources have the same name. */
function completionDetail(
  of: NamePosition["kind"],
  name: string,
  resources: readonly NamedResource[],
  connections: readonly ManagedAuth[],
): string {
  const [row, ...others] = resources;
  if (of === "domains" && others.length > 0) return l10n.t("{0} profiles", formatCount(resources.length));
  if (of === "proxies" && others.length > 0)
    return l10n.t("{0} proxies; use an ID", formatCount(resources.length));
  if (of !== "profiles") return row?.id ?? "";
  const sites = connections.filter(({ profile_name = "" }) => isSameProfileName(profile_name, name));
  if (sites.length === 1) return sites[0]?.domain ?? "";
  return l10n.t("{0} websites", formatCount(sites.length));
}
