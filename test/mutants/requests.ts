// What goes out: where to, with which token, under which name.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("api");

export const requestGuards: readonly Mutant[] = [
  ...guards("src/api/baseUrl.ts", unit("baseUrl"), [
    ["An overlong address is refused", `if (given.length > maxLength)`, `if (false)`, "a base URL"],
    ["Characters that deceive are refused", `if (deceptive.test(given))`, `if (false)`, "a base URL"],
    ["Backslashes are refused", `reason: "backslash" }`, `reason: "notUrl" }`, "a base URL"],
    [
      "A scheme without its slashes is refused",
      String.raw`!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(given) || `,
      "",
      "a base URL",
    ],
    [
      "Any scheme but http and https is refused",
      `if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";`,
      `if (url.protocol === "data:") return undefined;`,
      "a base URL",
    ],
    ["A user before the host is refused", `authority.includes("@") || `, "", "a base URL"],
    ["A fragment is refused", `if (given.includes("#"))`, `if (false)`, "a base URL"],
    ["A query is refused", `if (given.includes("?"))`, `if (false)`, "a base URL"],
    ["Ports that fetch blocks are refused", `if (blockedPorts.has(url.port))`, `if (false)`, "a base URL"],
    [
      "http leads to this computer only",
      `return url.hostname === "localhost" ? "localhost" : "insecure";`,
      `return undefined;`,
      "a base URL",
    ],
  ]),

  ...guards("src/api/requestUrl.ts", unit("requestUrl"), [
    [
      "A name of . or .. is refused",
      `if (value === "." || value === "..")`,
      `if (false)`,
      `".." is refused: dots`,
    ],
    ["An empty name is refused", `if (value === "")`, `if (false)`, `"" is refused: empty`],
    [
      "Half a surrogate is refused",
      `if (!value.isWellFormed()) return { ok: false, reason: "surrogate" };`,
      `value = value.toWellFormed();`,
      `"a\\udfff" is refused: surrogate`,
    ],
    [
      "Control characters are refused",
      String.raw`if (/[\x00-\x1f\x7f]/.test(value))`,
      `if (false)`,
      `"\\t" is refused: control`,
    ],
    [
      "The encoded length is bounded",
      `if (encoded.length > maxEncodedLength)`,
      `if (false)`,
      "a path segment",
    ],
    ["A segment is encoded", `percentEncode(value)`, `encodeURI(value)`, "means its name and nothing else"],
    [
      "A segment is never trimmed",
      `percentEncode(value)`,
      `percentEncode(value.trim())`,
      `" a " is sent as %20a%20`,
    ],
    [
      "A segment is never normalized",
      `percentEncode(value)`,
      `percentEncode(value.normalize())`,
      "a path segment",
    ],
  ]),
  ...guards("src/api/requestUrl.ts", unit("requestUrl"), [
    ["Even !'()* are encoded", `/[!'()*]/g`, `/[!]/g`, `"!'()*" is sent as %21%27%28%29%2A`],
  ]),
  ...guards("src/api/requestUrl.ts", unit("requestUrl"), [
    [
      "An address that a parser reads differently is refused",
      `return exact ? url : undefined;`,
      `return exact || true ? url : undefined;`,
      "a service URL",
    ],
  ]),
  ...guards("src/api/requestUrl.ts", unit("requestUrl"), [
    [
      "A query that ends the address early is refused",
      `url.search === search &&
    url.hash === "";`,
      `true;`,
      "an address with a query",
    ],
  ]),
  ...guards("src/api/requestUrl.ts", unit("requestUrl"), [
    [
      "Half a surrogate in a query is refused",
      `if (!text.isWellFormed()) return undefined;`,
      ``,
      "are refused whenever they hold half a character, and only then",
    ],
    [
      "A query is encoded",
      `const part = percentEncode(text)`,
      `const part = text`,
      "arrive as they were meant, and lead nowhere else",
    ],
  ]),
  ...guards("src/api/operation.ts", unit("client"), [
    [
      "A deletion is answered by the API, not by a page",
      `if (body.kind === "html") return { kind: "unreadable", reason: "html" };`,
      `if (body.kind === "html") return { kind: "ok", value: undefined, raw: undefined };`,
      "a deletion",
    ],
  ]),
  ...guards("src/api/client.ts", unit("client"), [
    [
      "Nothing is sent to what is no base URL",
      `parsed.ok ? new URL(parsed.url) : undefined`,
      `new URL(parsed.ok ? parsed.url : baseUrl)`,
      "sends nothing to what is no base URL",
    ],
  ]),

  ...guards("src/api/client.ts", unit("client"), [
    ["A create is checked before it is sent", `checked?.success === false || `, ``, "what is sent"],
    [
      "A body is sent whole or not at all",
      ` || isPartlyDropped(given.body)`,
      ``,
      "is whole or nothing, where something is called as what schemas leave out",
    ],
  ]),
  ...guards("src/api/schemas.ts", unit("client"), [
    [
      "A create holds known fields alone",
      `ManagedAuthCreateRequest = z.strictObject({`,
      `ManagedAuthCreateRequest = z.looseObject({`,
      "what is sent",
    ],
    ["A check interval has bounds", `.check(z.minimum(300), z.maximum(86400))`, ``, "what is sent"],
  ]),
  ...guards("src/api/otherResources.ts", unit("reads"), [
    [
      "Of a credential nothing unknown is kept",
      `Credential = z.object({`,
      `Credential = z.looseObject({`,
      "forgets a live one-time code and every value that a credential comes with",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("reads"), [
    [
      "A log has no query and no name",
      `path: template,`,
      `path: request.url.pathname + request.url.search,`,
      "what reads send",
    ],
  ]),
  ...guards("src/api/token.ts", unit("token"), [
    ["An overlong token is refused", `if (token.length > maxLength)`, `if (false)`, "a token"],
    ["A token with a gap is refused", String.raw`if (/\s/.test(token))`, `if (false)`, "a token"],
    [
      "A token with control characters is refused",
      String.raw`if (/[\x00-\x1f\x7f]/.test(token))`,
      `if (false)`,
      "a token",
    ],
    [
      "A token outside ASCII is refused",
      String.raw`if (!/^[\x21-\x7e]+$/.test(token))`,
      `if (false)`,
      "a token",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("client"), [
    [
      "A kept token is checked again before it is sent",
      `return checked.ok ? { token: checked.token } : { problem: "malformed" };`,
      `return checked.ok ? { token: checked.token } : { token: kept };`,
      "that cannot stand in a header sends nothing and is not quoted",
    ],
    [
      "A token that was refused is not tried again",
      `"token" in next && next.token !== token`,
      `"token" in next`,
      "is not tried again after a 401 if it is the same, and no third time if it changes again",
    ],
    [
      "A store that fails is no crash",
      `return { problem: signal.aborted ? "missing" : "store" };`,
      `throw new Error("store");`,
      "that cannot be read sends nothing",
    ],
  ]),
  ...guards("src/api/carryOut.ts", unit("client"), [
    [
      "A token is fetched anew once only",
      `error.kind === "unauthorized" && !renewed`,
      `error.kind === "unauthorized"`,
      "is not tried again after a 401 if it is the same, and no third time if it changes again",
    ],
  ]),
  ...guards("src/api/token.ts", unit("token"), [
    [
      "A secret is found as JSON within a text, too",
      `begin.replaceAll(encoded, inJson),`,
      `begin.replaceAll(encoded, (character) => inJson(character).slice(1)),`,
      "is found and taken out as JSON, whatever it is made of",
    ],
    [
      "A secret is found percent-encoded, too",
      `const spelled = [percent, html,`,
      `const spelled = [percent.slice(1), html,`,
      "is found and taken out percent-encoded, whatever it is made of",
    ],
    [
      "A secret is found as HTML, too",
      `const spelled = [percent, html,`,
      `const spelled = [percent, html.slice(1),`,
      "is found and taken out as HTML, whatever it is made of",
    ],
    [
      "A secret is found in a form, too",
      "[String.raw`\\+`]",
      `[]`,
      "is found and taken out in a form, whatever it is made of",
    ],
    [
      "A token is found in base64, wherever it begins",
      `[0, 1, 2].map(`,
      `[0, 1].map(`,
      "is found and taken out in base64, whatever stands around it",
    ],
    [
      "A token is found in base64 for addresses",
      `form.replaceAll("+", "[+-]").replaceAll("/", "[/_]")`,
      `form.replaceAll("+", "[+]")`,
      "is found and taken out in base64 for addresses, whatever stands around it",
    ],
  ]),
  ...guards("src/editor/accounts/accounts.ts", "test/unit/editor/accounts/accounts.test.ts", [
    [
      "A token goes to the origin it belongs to alone",
      `return stored?.origin === origin ? stored.token : undefined;`,
      `return origin === "" ? undefined : stored?.token;`,
      "give their token to the origin it belongs to alone",
    ],
    [
      "A token stays where it was bound, whatever its address says now",
      `stored?.origin === origin ?`,
      `stored && new URL(stored.baseUrl).origin === origin ?`,
      "keep their token where it is bound, even if their address is changed behind their back",
    ],
    [
      "Accounts are listed without their token",
      `return stored && { kind: "service", id, label: stored.label, baseUrl: stored.baseUrl };`,
      `return stored && { kind: "service", id, ...stored };`,
      "are listed by label, each with its own address, never with a token",
    ],
    [
      "Of a removed account nothing is left",
      `await this.#secrets.delete(keyPrefix + accountIdOf(id));`,
      `await this.#secrets.store(keyPrefix + accountIdOf(id), "");`,
      "are gone when removed, token and all",
    ],
  ]),

  ...guards("src/api/dispatchers.ts", unit("connection"), [
    ["fetch follows no redirect", `redirect: "manual"`, `redirect: "follow"`, "a 307 leads nowhere"],
  ]),
  ...guards("src/api/dispatchers.ts", unit("dispatchers"), [
    ["Only a literal loopback address goes around the proxy", String.raw`(?::\d+)?$/`, `/`, "the way"],
  ]),
  ...guards("src/api/exchange.ts", unit("client"), [
    [
      "The pool is asked for bodies as they are",
      `...(decoded ? {} : { "accept-encoding": "identity" }),`,
      ``,
      "sends a create with exactly the set fields and the headers of every request",
    ],
  ]),
  ...guards("src/api/pool.ts", unit("globalDispatcher"), [
    [
      "The dispatcher that all extensions share is left alone",
      `import Pool from "undici/lib/dispatcher/pool.js";`,
      `import { Pool } from "undici";`,
      "is left alone by a request through the pool",
    ],
  ]),
];
