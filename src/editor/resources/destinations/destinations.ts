// Defines telemetry destinations for `resourceEngine`, which prompts for their values, sends the requests and renders
// the pages. `rows.ts` lists destinations in the side bar, and `delete.ts` deletes them.
import { l10n } from "vscode";
import { maxHeaders } from "../../../api/destinationRequests.ts";
import { createDestination, getDestination, updateDestination } from "../../../api/operations.ts";
import { compact } from "../../../domain/compact.ts";
import { selectedDestination } from "../../../domain/resources/destinationUse.ts";
import {
  collectorOf,
  knownCollectors,
  destinationModel,
  exportHealthOf,
} from "../../../domain/resources/destinations.ts";
import type { DestinationValues, ListedDestination } from "../../../domain/resources/destinations.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedAddress } from "../../../domain/text/secrets.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { destinationPick } from "../../catalogue/picks.ts";
import type { Choosing } from "../../resourceEngine/choose.ts";
import { choice } from "../../resourceEngine/fields/choice.ts";
import { keyed } from "../../resourceEngine/fields/keyed.ts";
import { text } from "../../resourceEngine/fields/text.ts";
import { type FieldViews, requestsOf, type Resource } from "../../resourceEngine/resource.ts";
import { commandButton } from "../../results/buttons.ts";
import { codeRow, dateRow, plainValue, rowsBlock, textRow } from "../../results/cardParts.ts";
import { refusalText } from "../../words/errors.ts";
import { joinSentences, joinWithCommas } from "../../words/sentences.ts";
import {
  checkDescription,
  checkDestinationName,
  checkEndpoint,
  checkHeaderName,
  checkHeaderValue,
} from "./checks.ts";
import { arrivalWords, healthFacts, healthValue, statusClass } from "./rows.ts";
import { deletionButton } from "./deletedCard.ts";
import { tokenAdvice } from "./delete.ts";
import type { DestinationParts } from "./delete.ts";

export const choosingDestination: Choosing<ListedDestination> = {
  placeholder: () => l10n.t("Choose or type a destination"),
  emptyText: () => l10n.t("No destinations yet."),
  typed: () => l10n.t("The ID or name"),
  load: (lists) => lists.destinations,
  idOf: ({ id }) => id,
  row: destinationPick,
};

export function destinations({
  destinations: model,
  whoAmI,
}: Pick<DestinationParts, "destinations" | "whoAmI">): Resource<ListedDestination, DestinationValues> {
  return {
    model: destinationModel,
    operations: { get: getDestination },
    requests: requestsOf(destinationModel, createDestination, updateDestination),
    addressedBy: "id_or_name",
    icon: "broadcast",
    unfinished: (creations) => creations.destination,
    nameOf: ({ id, name }) => name ?? id,
    choosing: choosingDestination,
    changed: () => model.refreshIfLoaded(),
    created: () => model.refreshIfLoaded(),
    async refusal(error, access, { name } = {}) {
      const refused = refusalText(error, await tokenAdvice(whoAmI, access, [error]));
      return error.kind === "conflict" && name !== undefined
        ? joinSentences([
            l10n.t("A connection uses this name. Switch the connection to the ID, then rename."),
            refused,
          ])
        : refused;
    },
    commands: {
      list: "managedAuth.showDestination",
      show: "managedAuth.showDestination",
      edit: "managedAuth.editDestination",
    },
    fields: destinationFields(),
    page: {
      state: healthValue,
      summary: (destination) => [
        arrivalWords(destination) ?? l10n.t("Browser sessions can export telemetry here."),
      ],
      firstRows: ({ description, endpoint }) => [
        // Results don't persist URLs, so mark the row as volatile.
        endpoint === undefined
          ? undefined
          : { ...codeRow(l10n.t("Endpoint"), display(maskedAddress(endpoint))), volatile: true },
        textRow(l10n.t("Description"), description && display(description)),
      ],
      lastRows: ({ created_at, updated_at }) => [
        dateRow(l10n.t("Created"), created_at),
        dateRow(l10n.t("Changed"), updated_at),
      ],
      blocks: (destination) => [
        rowsBlock(
          l10n.t("Exports"),
          ...healthFacts(destination).map(([label, value]) => ({ label, value: plainValue(value) })),
        ),
      ],
      next: (destination, _, edit) =>
        exportHealthOf(destination).kind === "failing" && statusClass(destination) === "4xx"
          ? edit
          : undefined,
      more: ({ headers = [], id }) =>
        headers.length === 0
          ? []
          : [commandButton(l10n.t("Rotate a Header…"), "managedAuth.editDestination", { id, rotate: true })],
      remove: ({ id, name }) => deletionButton(l10n.t("Delete…"), [{ idOrName: id, name }]),
    },
    text: {
      singular: l10n.t("Destination"),
      plural: l10n.t("Destinations"),
      titles: {
        list: l10n.t("Show Destinations…"),
        show: l10n.t("Show Destination"),
        create: l10n.t("Create Destination"),
        edit: l10n.t("Edit Destination"),
      },
      reading: l10n.t("Reading the destination…"),
      notRead: l10n.t("Couldn't read the destination"),
      unused: l10n.t("No connection uses this destination. Sessions may still export here."),
      created: l10n.t("Choose the destination in a connection's telemetry setting."),
      found: l10n.t("Header values can't be read back. Set the values again to be sure."),
      saved: ({ values: { headers = new Map() } }) => [
        [...headers.values()].some((value) => value !== null)
          ? l10n.t("Running sessions export with the new value.")
          : l10n.t("Saved and verified."),
      ],
      unseen: l10n.t("Header values can't be read back. Check the next export."),
    },
  };
}

function destinationFields(): FieldViews<ListedDestination, DestinationValues> {
  const { fields } = destinationModel;
  return {
    collector: choice(fields.collector, {
      label: l10n.t("Collector"),
      placeholder: l10n.t("Choose an OTLP collector"),
      options: () => [
        ...knownCollectors.map(({ endpoint, id, name }) => ({
          label: name,
          description: endpoint,
          value: id,
        })),
        { label: l10n.t("Another Collector"), value: "other" },
      ],
      words: String,
    }),
    name: text(fields.name, {
      label: l10n.t("Name"),
      prompt: ({ live, users: { usedBy } }) => {
        if (live === undefined) return l10n.t("Destination name, used by connections.");
        const byName = usedBy.filter((user) => selectedDestination(user)?.id === undefined);
        return byName.length === 0
          ? l10n.t("New destination name. Connections using the ID stay as they are.")
          : l10n.t(
              "Connections using this name: {0}. The service may refuse the new name.",
              joinWithCommas(byName.map((user) => display(connectionName(user)))),
            );
      },
      placeholder: (values) => collectorOf(values)?.id ?? "audit-log",
      check(name, { live, otherReplies, refused }) {
        if (name === live?.name) return undefined;
        const existing = [...otherReplies(), ...(live === undefined ? [] : [{ id: live.id }])];
        const names = otherReplies().flatMap((other) => other.name ?? []);
        return checkDestinationName(
          name,
          [...names, ...refused],
          existing.map(({ id }) => id),
        );
      },
      parse: (name) => name,
    }),
    endpoint: text(fields.endpoint, {
      label: l10n.t("Endpoint"),
      prompt({ live, values }) {
        const collector = collectorOf(values);
        if (live !== undefined)
          return l10n.t("The collector's base address, without /v1/logs. Headers are sent to this address.");
        if (collector === undefined) return l10n.t("The collector's base address, without /v1/logs.");
        return l10n.t("{0}'s documented address. Your region's address may differ.", collector.name);
      },
      placeholder: () => "https://collector.example.com",
      /** Returns the initial text. This is never the endpoint of a known collector other than the picked one. */
      begun({ live, typed, value, values }) {
        if (live !== undefined) return undefined;
        const collector = collectorOf(values);
        const endpoints = knownCollectors.flatMap((other) => (other === collector ? [] : [other.endpoint]));
        const candidates = [typed, value, collector?.endpoint];
        return candidates.find((text) => text !== undefined && !endpoints.includes(text)) ?? "";
      },
      check: (typed, { live }) => (typed === live?.endpoint ? undefined : checkEndpoint(typed.trim())),
      parse: (typed) => typed.trim(),
      masked: maskedAddress,
      volatile: true,
    }),
    headers: keyed(fields.headers, {
      label: l10n.t("Headers"),
      placeholder: l10n.t("Headers for each export"),
      keyPrompt: l10n.t("Header name. The value comes next."),
      keyPlaceholder: "Authorization",
      checkKey: checkHeaderName,
      checkValue: checkHeaderValue,
      usual(values) {
        const usual = collectorOf(values)?.header;
        return compact(
          usual !== undefined && {
            value: usual,
            label: l10n.t("Add {0}…", usual),
            description: l10n.t("the header for your key"),
          },
        );
      },
      another: l10n.t("Add a Header…"),
      maxValues: maxHeaders,
      emptyText: l10n.t("without headers"),
      replacePrompt: l10n.t("Choose a header to rotate"),
      choose: l10n.t("Choose a header to replace or remove"),
      unnamed: () => l10n.t("None"),
      row: ({ headers }, names) => {
        if (headers === undefined) return undefined;
        const shown = l10n.t("{0}; values are never shown", joinWithCommas(names.map(display)));
        return { label: l10n.t("Headers"), value: plainValue(names.length === 0 ? l10n.t("None") : shown) };
      },
    }),
    description: text(fields.description, {
      label: l10n.t("Description"),
      prompt: () => l10n.t("Description. Leave empty for none."),
      check: checkDescription,
      parse: (typed) => typed,
    }),
  };
}
