// `npm run compare` runs the official SDK and our client under the same faults and writes test/faults/README.md.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Kernel, { APIError } from "@onkernel/sdk";
import { ApiClient } from "../../src/api/client.ts";
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import type { Outcome } from "../../src/api/errors.ts";
import { createConnection, deleteDestination, getEntitlements } from "../../src/api/operations.ts";
import {
  judgeSecondAttempt,
  judgeFirstAttempt,
  type CreationOutcome,
} from "../../src/domain/connections/creationOutcome.ts";
import { toDeletionOutcome } from "../../src/domain/resources/deletionOutcome.ts";
import { root } from "../host/paths.ts";
import { writeFormatted } from "../host/written.ts";
import { FakeClock, userAgent } from "../unit/api/support.ts";
import { compared, type Compared } from "./comparison.ts";
import { destination, FaultyService } from "./service.ts";

/** Timeout of the SDK per attempt, and limit for runs that don't return, in milliseconds. */
const sdkTimeoutMs = 1_500;
const watchedMs = 8_000;

const goodToken = "sk_compared";
const request = { domain: "example.com", profile_name: "work" };
const deletion = `/telemetry/destinations/${destination}`;
const names: Readonly<Record<Compared["operation"], string>> = { C: "Create", D: "Delete", G: "Read" };

/** Outcome of a run. */
interface Ran {
  readonly requests: number;
  readonly result: string;
}

/** Runs one client against its own service under a fault. */
async function runUnderFault(
  row: Compared,
  run: (origin: string, clock: FakeClock) => Promise<string>,
): Promise<Ran> {
  const clock = new FakeClock();
  const service = await FaultyService.start(clock);
  const { carriesOut = true, operation, times = Infinity, wire } = row;
  service.arm({ operation, wire, times, carriesOut });
  try {
    const result = await run(service.origin, clock);
    return { requests: service.lines.length, result };
  } finally {
    await service.close();
  }
}

async function runSdk(row: Compared, origin: string): Promise<string> {
  const apiKey = row.token ?? goodToken;
  const kernel = new Kernel({ apiKey, baseURL: origin, timeout: sdkTimeoutMs, logLevel: "off" });
  const { abortAfterMs, operation } = row;
  const options = abortAfterMs === undefined ? {} : { signal: AbortSignal.timeout(abortAfterMs) };
  const begin = performance.now();
  const work = {
    C: () => kernel.auth.connections.create(request, options),
    D: () => kernel.delete(deletion, { ...options, headers: { Accept: "*/*" } }),
    G: () => kernel.get("/org/entitlements", options),
  }[operation];
  const ended = async (): Promise<string> => {
    try {
      return succeeded(await work());
    } catch (error) {
      const after = abortAfterMs === undefined ? "" : ` after ${Math.round(performance.now() - begin)} ms`;
      return failed(error) + after;
    }
  };
  return Promise.race([ended(), delay(watchedMs, `nothing: no return within ${watchedMs / 1000} s`)]);
}

function succeeded(value: unknown): string {
  if (typeof value === "string") return "**success**, with a string";
  if (typeof value === "object" && value !== null && Object.keys(value).length === 0)
    return "**success**, with an empty object";
  return "success";
}

function failed(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.includes(goodToken) || String(error.cause).includes(goodToken))
    return `${error.constructor.name}, **the token in its text**`;
  const status = error instanceof APIError && error.status !== undefined ? ` ${String(error.status)}` : "";
  return `${error.constructor.name}${status}`;
}

async function runOurClient(row: Compared, origin: string, clock: FakeClock): Promise<string> {
  const hosts = new HostDispatchers();
  const { abortAfterMs, operation, token = goodToken } = row;
  const real = abortAfterMs !== undefined;
  const client = new ApiClient({
    baseUrl: origin,
    token: () => Promise.resolve(token),
    dispatchers: hosts,
    userAgent,
    ...(real ? {} : { clock }),
  });
  const stop = new AbortController();
  const signal = real ? AbortSignal.timeout(abortAfterMs) : stop.signal;
  const begin = performance.now();
  try {
    const result = {
      C: async () => verdictWords(await created(client, signal)),
      D: async () => {
        const outcome = toDeletionOutcome(
          await client.call(deleteDestination, { path: { id_or_name: destination } }, signal),
        );
        return "error" in outcome
          ? `${outcome.kind}: ${reasonOf({ kind: "failed", error: outcome.error })}`
          : outcome.kind;
      },
      G: async () => reasonOf(await client.call(getEntitlements, {}, signal)),
    }[operation];
    const words = await result();
    return real ? `${words} after ${Math.round(performance.now() - begin)} ms` : words;
  } finally {
    await hosts.dispose();
  }
}

/** Creates like the editor: sends the request again if the first response leaves the outcome open. */
async function created(client: ApiClient, signal: AbortSignal): Promise<CreationOutcome> {
  const send = () => client.call(createConnection, { body: request }, signal);
  const first = judgeFirstAttempt(await send());
  if (first.kind !== "unknown" || first.error === undefined) return first;
  const checked = await judgeSecondAttempt(await send(), () => Promise.resolve({ kind: "unclear" }));
  return checked.kind === "unknown" ? first : checked;
}

function verdictWords(verdict: CreationOutcome): string {
  switch (verdict.kind) {
    case "created":
      return "created";
    case "exists":
      return verdict.isOurs ? "exists, most likely by this attempt; its id" : "exists; its id";
    case "refused":
      return `not created: ${reasonOf({ kind: "failed", error: verdict.error })}`;
    case "cancelled":
      return "not created: cancelled";
    case "unknown":
      return verdict.error === undefined
        ? "unknown, kept to be checked"
        : `unknown, kept to be checked: ${reasonOf({ kind: "failed", error: verdict.error })}`;
  }
}

function reasonOf(outcome: Outcome<unknown>): string {
  if (outcome.kind !== "failed") return outcome.kind === "ok" ? "success" : outcome.kind;
  const { error } = outcome;
  const more = "reason" in error ? ` (${error.reason})` : "";
  const wait =
    error.kind === "limited" && error.retryAfterSeconds !== undefined
      ? `, for ${error.retryAfterSeconds} s`
      : "";
  return error.kind + more + wait;
}

async function compare(row: Compared): Promise<string> {
  const [theirs, own] = await Promise.all([
    runUnderFault(row, (origin) => runSdk(row, origin)),
    runUnderFault(row, (origin, clock) => runOurClient(row, origin, clock)),
  ]);
  const fault = `${names[row.operation]}: ${row.fault}`;
  return `| ${[fault, `${theirs.requests} / ${own.requests}`, theirs.result, own.result].join(" | ")} |`;
}

// Rows with real time limits run alone.
const isTimed = ({ abortAfterMs }: Compared): boolean => abortAfterMs !== undefined;
const rows = await Promise.all(compared.filter((row) => !isTimed(row)).map(compare));
for (const row of compared.filter(isTimed)) rows.push(await compare(row));
const page = [
  "# Faults: the official SDK and our client",
  "",
  `\`npm run compare\` runs both and writes this page. \`comparison.ts\` defines the faults.`,
  "",
  `- **SDK**: \`@onkernel/sdk\`, unmodified, with a timeout of ${sdkTimeoutMs / 1000} s per attempt`,
  "- **Ours**: our client with the rules of the editor",
  "",
  "| Fault | Requests: SDK / ours | Result of the SDK | Our result |",
  "| --- | --- | --- | --- |",
  ...rows,
].join("\n");
console.log(page);
await writeFormatted(join(root, "test", "faults", "README.md"), page);
// The SDK is still waiting for an hour, as a service requested.
process.exit();
