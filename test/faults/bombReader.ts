// Reads an oversized body in its own process and prints how much memory that took. Use: node bombReader.ts <origin>
// <pool|fetch>
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import { getEntitlements } from "../../src/api/operations.ts";
import { bench } from "../unit/api/support.ts";

const [, , origin = "", transport] = process.argv;
const hosts = new HostDispatchers();
const source = transport === "pool" ? hosts : { for: () => hosts.for("https://every.other.origin") };
const clientBench = bench(source, { baseUrl: origin });

/** Peak memory in bytes, including short peaks. */
const peak = (): number => process.resourceUsage().maxRSS * 1024;

// The first response is normal, so that the cost of any request isn't attributed to the oversized body.
const usualOutcome = await clientBench.client.call(getEntitlements, {}, clientBench.signal);
const before = peak();
const outcome = await clientBench.client.call(getEntitlements, {}, clientBench.signal);
const grownBytes = peak() - before;
await hosts.dispose();
const error = outcome.kind === "failed" ? outcome.error.kind : undefined;
console.log(JSON.stringify({ usual: usualOutcome.kind, error, grownBytes }));
