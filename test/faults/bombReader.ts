// Reads from a service that sends bombs, in a process of its own, and prints what its memory came to.
// Use: node bombReader.ts <origin> <pool|fetch>
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import { getEntitlements } from "../../src/api/operations.ts";
import { bench } from "../unit/api/support.ts";

const [, , origin = "", way] = process.argv;
const hosts = new HostDispatchers();
const source = way === "pool" ? hosts : { for: () => hosts.for("https://every.other.origin") };
const made = bench(source, { baseUrl: origin });

/** In bytes; what is high for a moment only counts, too. */
const peak = (): number => process.resourceUsage().maxRSS * 1024;

// The first answer is a usual one: what any request costs is not the bomb's.
const usual = await made.client.call(getEntitlements, {}, made.signal);
const before = peak();
const outcome = await made.client.call(getEntitlements, {}, made.signal);
const grownBytes = peak() - before;
await hosts.dispose();
const error = outcome.kind === "failed" ? outcome.error.kind : undefined;
console.log(JSON.stringify({ usual: usual.kind, error, grownBytes }));
