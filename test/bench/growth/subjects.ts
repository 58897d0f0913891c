import type { Outcome } from "../../../src/api/errors.ts";
import { Client } from "../../../src/api/client.ts";
import { parseJson } from "../../../src/api/json.ts";
import type { Input, Operation } from "../../../src/api/operation.ts";
import { listConnections } from "../../../src/api/operations.ts";
import { pageOf } from "../../../src/api/page.ts";
import type { OtlpDestination } from "../../../src/api/otherResources.ts";
import { HostDispatchers } from "../../../src/api/dispatchers.ts";
import { Entitlements, ManagedAuth } from "../../../src/api/schemas.ts";
import { secretOf } from "../../../src/api/token.ts";
import { entitlementFacts } from "../../../src/domain/entitlements/entitlements.ts";
import { requestPreview } from "../../../src/domain/requestCode/requestPreview.ts";
import { deletedCard } from "../../../src/editor/resources/destinations/deletedCard.ts";
import { deleteEach } from "../../../src/domain/deletion/deletionBatch.ts";
import { Lists } from "../../../src/editor/catalogue/lists.ts";
import { groupsOf } from "../../../src/editor/entitlements/nodes.ts";
import { childrenOf, type Node } from "../../../src/editor/sidebar/node.ts";
import { treeItem } from "../../../src/editor/kit/row.ts";
import { rowOf } from "../../../src/editor/sidebar/node.ts";
import { connection } from "../server/answers.ts";
import type { Subject } from "./curve.ts";

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const done: Outcome<undefined> = { kind: "ok", value: undefined, raw: undefined, status: 204 };

/** From the text of an answer to its rows. */
export const list: Subject = {
  title: "reading a list",
  prepare(count) {
    const text = JSON.stringify(many(count, (index) => connection(`ma_${index}`)));
    const caps = { bytes: Infinity, nodes: Infinity };
    const secret = secretOf("sk_bench_token");
    return () => pageOf(ManagedAuth, parseJson(text, caps, secret)?.value as unknown[]).rows.length;
  },
};

/** Destinations page by page, each joined with the connections that select it; no picker holds more than 1,000. */
export const picker: Subject = {
  title: "rows of a picker",
  prepare(count) {
    const connections = many(count, (index) =>
      ManagedAuth.parse({
        id: `ma_${index}`,
        browser: { telemetry: { export: { otlp: { destination: { id: `dest_${index}` } } } } },
      }),
    );
    const destinations: OtlpDestination[] = many(count, (index) => ({ id: `dest_${index}` }));
    const client = new PagedClient(connections, destinations);
    return async () => {
      const { signal } = new AbortController();
      return (await new Lists(client).destinations("", () => undefined, signal)).rows.length;
    };
  },
};

export const tree: Subject = {
  title: "the tree of entitlements",
  prepare(count) {
    const features = Object.fromEntries(
      many(count, (index) => [`feature_${index}`, { enabled: index % 2 === 0, max_count: index }]),
    );
    const read = Entitlements.parse({ features, limits: {}, plan: { id: "plan" } });
    const items = (node: Node): number => {
      treeItem(rowOf(node));
      return childrenOf(node).reduce((sum, child) => sum + items(child), 1);
    };
    return () => groupsOf(entitlementFacts(read, new Date())).reduce((sum, node) => sum + items(node), 0);
  },
};

export const card: Subject = {
  title: "a result of deletions",
  prepare(count) {
    const occasion = {
      id: "result",
      account: { kind: "sandbox", id: "sandbox", label: "Bench" },
      baseUrl: "https://api.example.com",
      at: new Date(),
    } as const;
    const deleted = many(count, (index) => ({
      idOrName: `dest_${index}`,
      deletion: { kind: "deleted" } as const,
    }));
    return () => deletedCard(occasion, deleted);
  },
};

export const batch: Subject = {
  title: "a batch of deletions",
  prepare(count) {
    const targets = many(count, (index) => index);
    return () =>
      deleteEach(targets, {
        remove: () => Promise.resolve(done),
        settled: () => undefined,
        wait: () => Promise.resolve(true),
      });
  },
};

export const preview: Subject = {
  title: "a request as code",
  prepare(count) {
    const request = {
      domain: "shop.example",
      profile_name: "buyer",
      allowed_domains: many(count, (index) => `host-${index}.example.com`),
    };
    return () => requestPreview(request, "python", { baseUrl: "https://api.example.com", variable: "TOKEN" });
  },
};

const unused = {
  baseUrl: "https://api.example.com",
  token: () => Promise.resolve(undefined),
  dispatchers: new HostDispatchers(),
  userAgent: "managed-auth-bench",
};

/** Lists from memory in the pages of the service. */
class PagedClient extends Client {
  readonly #connections: readonly ManagedAuth[];
  readonly #destinations: readonly OtlpDestination[];

  constructor(connections: readonly ManagedAuth[], destinations: readonly OtlpDestination[]) {
    super(unused);
    this.#connections = connections;
    this.#destinations = destinations;
  }

  override call<Given extends Input, Value>(
    operation: Operation<Given, Value>,
    given: Given,
  ): Promise<Outcome<Value>> {
    const { limit = 0, offset = 0 } = given.query ?? {};
    const all = operation.template === listConnections.template ? this.#connections : this.#destinations;
    const value = all.slice(Number(offset), Number(offset) + Number(limit));
    const more = String(Number(offset) + value.length < all.length);
    const reading = operation.read({ kind: "json", value }, { "x-has-more": more }, given);
    if (reading.kind !== "ok") throw new Error("The bench's own rows cannot be read");
    return Promise.resolve({ ...reading, status: 200 });
  }
}
