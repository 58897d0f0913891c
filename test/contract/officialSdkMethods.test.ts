// Checks that a contract test calls every method of the official SDK's resources.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { startedSandbox } from "../unit/sandbox/support.ts";
import { kernelOf } from "./support.ts";

const kernel = kernelOf(9);

/** The SDK's resources by the names that tests use for them. */
const resources = {
  connections: kernel.auth.connections,
  credentials: kernel.credentials,
  providers: kernel.credentialProviders,
  credentialProviders: kernel.credentialProviders,
  proxies: kernel.proxies,
  profiles: kernel.profiles,
  projects: kernel.projects,
  "projects.limits": kernel.projects.limits,
  "organization.limits": kernel.organization.limits,
};

/** Untested methods. The sandbox doesn't store the browser state that `download` returns. */
const untestedMethods = ["download"];

describe("the official SDK's methods", () => {
  const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  const text = tests.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join("\n");
  const byResource = Map.groupBy(Object.entries(resources), ([, resource]) => resource);
  for (const [resource, names] of byResource) {
    const resourceNames = names.map(([name]) => name).join(" or ");
    const prototype: unknown = Object.getPrototypeOf(resource);
    assert.ok(typeof prototype === "object" && prototype !== null);
    const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
    for (const method of methods.filter((name) => !untestedMethods.includes(name)))
      it(`are called in a contract test: ${resourceNames}.${method}`, () =>
        assert.ok(names.some(([name]) => text.includes(`${name}.${method}(`))));
  }
});

describe("the official SDK's paged lists", () => {
  for (const path of ["credentials", "credentialProviders", "proxies", "profiles", "projects"] as const)
    it(`return the same rows with any page size: ${path}`, async (t) => {
      const client = kernelOf((await startedSandbox(t)).identity.port);
      const idsBy = async (limit: number): Promise<readonly unknown[]> => {
        const ids: unknown[] = [];
        for await (const row of client[path].list({ limit })) ids.push(row.id);
        return ids;
      };
      const ids = await idsBy(100);
      assert.ok(ids.length > 1);
      assert.deepEqual(await idsBy(1), ids);
    });
});
