// What comes back: how much of it is read, what it is taken for, and when a request is sent again.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("api");

export const answerGuards: readonly Mutant[] = [
  ...guards("src/api/body.ts", unit("body"), [
    [
      "A body is read up to the cap",
      `while (size <= capBytes)`,
      `while (size <= 2 * capBytes)`,
      "stops beyond the cap and gives the connection up",
    ],
    [
      "The connection of a body that is too long is given up",
      `if (open) iterator.return?.().catch(() => undefined);`,
      `open = false;`,
      "stops beyond the cap and gives the connection up",
    ],
  ]),
  ...guards("src/api/json.ts", unit("body"), [
    [
      "JSON is read to a depth of 32",
      `if (++depth > bounds.depth) return false;`,
      `depth++;`,
      "is read to a depth of 32",
    ],
    [
      "JSON has a largest number of nodes",
      `if (nodes > bounds.nodes) return false;`,
      ``,
      "is read up to its number of nodes",
    ],
  ]),
  ...guards("src/api/json.ts", unit("body"), [
    [
      "Keys have a largest length",
      ` || key.length > maxStringLength`,
      ``,
      "is read but for strings and keys beyond 64 Ki",
    ],
    [
      "Strings have a largest length",
      `if (value.length > maxStringLength) drop(holder, key);`,
      `if (false) drop(holder, key);`,
      "is read but for strings and keys beyond 64 Ki",
    ],
    ["__proto__ is dropped", `key === "__proto__" || `, ``, "cannot reach a prototype"],
    [
      "The token is taken out of values",
      `if (searched && secret.isIn(value))`,
      `if (false)`,
      "keeps everything but the token",
    ],
    [
      "The token is taken out of keys",
      ` || (searched && secret.isIn(key))`,
      ``,
      "keeps everything but the token",
    ],
  ]),
  ...guards("src/api/body.ts", unit("body"), [
    [
      "A success declared as HTML is no answer",
      `if (declaredHtml && success && mayHaveBody) return { kind: "html" };`,
      ``,
      "of a success declared as HTML",
    ],
    [
      "The head of a page is no answer either",
      `bytes.length > 0 || (statusCode !== 204 && statusCode !== 205)`,
      `bytes.length > 0`,
      "of nothing, declared as HTML",
    ],
    [
      "The token is taken out of plain words",
      `text: secret.removeFrom(text)`,
      `text`,
      "of an error in plain words",
    ],
    ["A page is a page under any declaration", ` || beginsAsMarkup(bytes)`, ``, "of a page declared as JSON"],
    [
      "An encoding that was not asked for is unreadable",
      `isIdentity(headers) || decoded ?`,
      `true ?`,
      "of gzip that was not asked for",
    ],
    ["Text that is no UTF-8 is unreadable", `{ fatal: true }`, `{ fatal: false }`, "of invalid UTF-8"],
  ]),
  ...guards("src/api/body.ts", unit("connection"), [
    [
      "A body that was cut is not read",
      `if (!complete) return isMarkup() ? { kind: "html" } : { kind: "tooLarge" };`,
      ``,
      "an endless body is cut at the cap and its connection given up",
    ],
  ]),

  ...guards("src/api/pool.ts", unit("pool"), [
    [
      "Nothing leaves once its caller has left",
      `if (this.#ended?.error !== undefined) controller.abort(this.#ended.error);`,
      ``,
      "is not asked for once its caller has left, though the connection comes later",
    ],
  ]),

  ...guards("src/api/exchange.ts", unit("retry"), [
    [
      "What was refused is not left open by a cancellation",
      `if (signal.aborted && !isDecided)`,
      `if (signal.aborted)`,
      "DELETE whose 409 has come, but not its words: conflict refused",
    ],
    [
      "Who cancels has nothing sent once more",
      `refused?.reached === "refused"`,
      `refused !== undefined`,
      "POST whose 500 has come, but not its words: cancelled unknown",
    ],
    [
      "An attempt has an end",
      `clock.timer(timeoutMs, () => end(expired));`,
      `() => undefined;`,
      "GET: a dispatcher that never answers is left after 10000 ms",
    ],
    [
      "Nothing leaves once nobody waits for it",
      `then nothing may leave.
  signal.throwIfAborted();`,
      `then nothing may leave.`,
      "sends nothing once the request was cancelled",
    ],
    [
      "A cancellation is nobody's failure",
      `if (signal.aborted && !isDecided) return { kind: "cancelled", dispatched };`,
      ``,
      "POST under way",
    ],
    [
      "An exchange ends at an abort",
      `await Promise.race([answerTo(request, attempt, progress), ended.promise])`,
      `await answerTo(request, attempt, progress)`,
      "while a body comes that takes no notice",
    ],
    [
      "What was dispatched before a cancellation is remembered",
      `progress.dispatched = true;`,
      ``,
      "POST under way",
    ],
  ]),
  ...guards("src/api/exchange.ts", unit("connection"), [
    [
      "A refusal holds even where its words do not arrive",
      `if (refused !== undefined) return refused;`,
      ``,
      "a refusal whose words do not arrive is a refusal all the same",
    ],
  ]),
  ...guards("src/api/networkFailure.ts", unit("retry"), [
    [
      "A certificate is never tried again",
      `if (status === undefined && isCertificateCode(code))`,
      `if (false)`,
      "GET to a wrong certificate: certificate no after 1",
    ],
    [
      "A proxy's refusal is never tried again",
      `if (status === undefined && proxyCodes.has(code))`,
      `if (false)`,
      "GET through a proxy that refuses: proxyRefused no after 1",
    ],
    [
      "What broke while reading may have been carried out",
      `if (syscall === "read" || syscall === "write") return false;`,
      ``,
      "POST unreachable while reading: offline unknown after 1",
    ],
    [
      "A dispatcher that cannot be had sends nothing",
      `return fault("not", "never", { kind, reason: code, host });`,
      `return fault("not", "notSent", { kind, reason: code, host });`,
      "sends nothing and is not asked again",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", unit("retry"), [
    ["A 408 to a create leaves its end open", ` && status !== 408)`, `)`, "POST 408: server unknown after 1"],
    ["A 501 is not tried again", ` && !lasting.has(status)`, ``, "GET 501: server no after 1"],
    [
      "A 503 is a refusal only with a time",
      `(status === 503 && retryAfterMs !== undefined);
}

function retryClass`,
      `status === 503;
}

function retryClass`,
      "POST busy without a time: server unknown after 1",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", unit("retry"), [
    [
      "A 404 counts as gone only in the API's own words",
      `if (code === "" || message === "") return undefined;`,
      ``,
      "DELETE broken, then not found without words: notFound unknown after 2",
    ],
    [
      "A 404 for a project says nothing of a destination",
      `/^project/i.test(code)`,
      `code === "projects_disabled"`,
      "DELETE broken, then an unknown project: notFound unknown after 2",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", unit("client"), [
    [
      "A redirect names a host only where it leads to a web server",
      `return target.protocol === "https:" || target.protocol === "http:" ? target.host : undefined;`,
      `return target.href;`,
      "statuses",
    ],
    [
      "A redirect does not show the token",
      `!canBeHost(target) || secret.isInHost(target.host)`,
      `!canBeHost(target)`,
      "is not shown where a redirect leads to it",
    ],
    [
      "A redirect names no host that is words",
      `!canBeHost(target) || secret.isInHost(target.host)`,
      `secret.isInHost(target.host)`,
      "statuses",
    ],
    [
      "A page of HTML is not the API's answer",
      `if (body.kind === "html") return { kind: "unreadable", reason: "html", ...facts };`,
      ``,
      "statuses",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("retry"), [
    [
      "A 404 counts as gone only after an attempt that may have been carried out",
      `uncertain?.token === token`,
      `(uncertain === undefined || uncertain.token === token)`,
      "retries",
    ],
    [
      "A 404 counts as gone only where it is about the resource",
      ` && error.missing === "resource"`,
      ``,
      "retries",
    ],
    [
      "A 404 for another token says nothing of what the first one did",
      `uncertain?.token === token`,
      `uncertain !== undefined`,
      "take another token for a repeated deletion that was refused (401): not found",
    ],
    [
      "What an earlier attempt left open stays open",
      `(uncertain !== undefined && !isThere)`,
      `false`,
      "DELETE broken, then 401: unauthorized unknown after 2",
    ],
    [
      "A cancelled request may have been carried out",
      `policy.effect && perhaps ? "unknown" : "no"`,
      `"no"`,
      "POST under way",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("client"), [
    [
      "A token counts as refused for what was sent",
      `if (event.kind === "unauthorized") tell(() => onRejected?.(token));`,
      ``,
      "is told to whoever made the client as it was sent, with what the service made of it",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("retry"), [
    [
      "A deletion is sent again once",
      `if (replayed && policy.replay !== undefined) return outcome;`,
      ``,
      "retries",
    ],
    [
      "A deletion that lasted too long is not repeated for another token either",
      `if (mayFollow()) continue;`,
      `continue;`,
      "do not take another token for a repeated deletion that lasted too long",
    ],
    [
      "A pause ends at a cancellation",
      `await clock.sleep(delay, signal)`,
      `await clock.sleep(delay, new AbortController().signal)`,
      "in the pause after POST limited",
    ],
  ]),
  ...guards("src/api/policy.ts", unit("retry"), [
    [
      "A create is never sent again blindly",
      `ambiguous: 0,`,
      `ambiguous: 1,`,
      "POST broken: offline unknown after 1",
    ],
    [
      "A refusal that will not change is not tried again",
      `effect: false,
    retries: { never: 0,`,
      `effect: false,
    retries: { never: 2,`,
      "GET 403: forbidden refused after 1",
    ],
    [
      "A longer wait than half a minute is left to the user",
      `if (wantedMs !== undefined && wantedMs > longestRetryAfterMs) return undefined;`,
      ``,
      "POST limited for 31 seconds: limited refused after 1",
    ],
    [
      "A create is sent again only when asked to, at a stated time",
      `if (retry === "refused" && !policy.retryWithoutRetryAfter && !isTimed) return undefined;`,
      ``,
      "retries",
    ],
    ["There are ten retries a minute", `if (this.#taken.length >= 10) return false;`, ``, "retries"],
    [
      "No deletion is repeated after ten seconds",
      `isWithin(sinceFailure, replay.afterFailureMs) && `,
      ``,
      "do not repeat a deletion after a laptop has slept",
    ],
    [
      "An operation has an end",
      `return delay < leftMs && budget.take`,
      `return budget.take`,
      "GET limited for 30 seconds of 30: limited refused after 1",
    ],
    [
      "No deletion is repeated 45 seconds after the first sending",
      ` && isWithin(sinceFirst, replay.afterFirstMs)`,
      ``,
      "retries",
    ],
    ["Pauses are spread", `clock.random() * `, ``, "wait with full jitter up to eight seconds"],
  ]),
  ...guards("src/api/client.ts", unit("retry"), [
    [
      "Clients share their retries",
      `budget ?? new RetryBudget()`,
      `new RetryBudget()`,
      "stop at ten a minute for all clients of a window together",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", unit("statusFailure"), [
    ["Retry-After is whole seconds", String.raw`/^\d{1,10}$/`, String.raw`/^\d{1,10}/`, "Retry-After"],
    ["Retry-After is a complete date", `if (!fixdate.test(value)) return undefined;`, ``, "Retry-After"],
    ["Retry-After is a date that exists", ` && new Date(time).toUTCString() === value`, ``, "Retry-After"],
    ["Retry-After lies ahead", `Math.max(0, until - from)`, `until - from`, "Retry-After"],
    [
      "A date is counted from the answer's own",
      `(date === undefined ? undefined : parseHttpDate(date)) ?? now`,
      `now`,
      "Retry-After",
    ],
  ]),
  ...guards("src/api/listing.ts", unit("listing"), [
    [
      "More of a list can be read than fifty pages",
      `pagesPerThousand * Math.ceil(most / 1000)`,
      `pagesPerThousand`,
      "makes fifty requests for each thousand rows that are wanted, so that more can always be read",
    ],
    [
      "A page begins with the last row before it, so that a deletion between them shows",
      `overlap = rows.size > before && page.unreadable === 0 ? 1 : 0;`,
      `overlap = 0;`,
      "reading all pages while rows are deleted",
    ],
    [
      "A list ends with a page that brings nothing new",
      `!bringsNothing ? next : isRepeated ? undefined : ahead`,
      `next`,
      "ends with a page that brings nothing new: a service that ignores the offset",
    ],
    [
      "A list that goes on by the service's own word is not complete",
      `kind: more ? "cut" : "complete"`,
      `kind: "complete"`,
      "is cut, not complete, where nothing new comes though the service says that there is more",
    ],
    [
      "A row that has changed meanwhile is the same row",
      `typeof id === "string" ? `,
      `typeof id === "string" && id === "" ? `,
      "gives a row once that has changed between two requests, as it was read last",
    ],
    [
      "A list ends after fifty requests",
      ` || pages >= mostPages`,
      ``,
      "ends after fifty requests, however little each brings",
    ],
  ]),
  ...guards("src/api/schemas.ts", unit("schemas"), [
    [
      "A stored credential goes out with nothing beside it",
      `z.strictObject({ name }),\n    z.strictObject({ provider: name, path: name }),`,
      `z.looseObject({ name }),\n    z.strictObject({ provider: name, path: name }),`,
      "name goes out as it is, and with nothing beside it",
    ],
    [
      "An item of a provider goes out with nothing beside it",
      `z.strictObject({ provider: name, path: name })`,
      `z.looseObject({ provider: name, path: name })`,
      "provider and path goes out as it is, and with nothing beside it",
    ],
    [
      "A lookup goes out with nothing beside it",
      `z.strictObject({ provider: name, auto: z.literal(true) })`,
      `z.looseObject({ provider: name, auto: z.literal(true) })`,
      "provider and auto goes out as it is, and with nothing beside it",
    ],
  ]),
];
