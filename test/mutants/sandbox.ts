// Guards of the sandbox: its clients, and the requests that it accepts.
import { guards, unitGuards, type Mutant } from "./mutant.ts";

export const sandboxGuards: readonly Mutant[] = [
  ...guards("src/sandbox/db/database.ts", "test/unit/sandbox/db/data.test.ts", [
    [
      "Restricts the database to its user",
      `if (file !== inMemory) chmodSync(file, 0o600);`,
      "is made private again if others could read it",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "Rejects a forged login token",
      `if (!secretsEqual(signClaims(token, payload), jwt)) return undefined;`,
      "is refused if it is forged or modified",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "Rejects a forged project token",
      `const [, payload = ""] = jwt.split(".", 3);\n  if (!secretsEqual(signClaims(token, payload), jwt)) return undefined;`,
      `const [, payload = ""] = jwt.split(".", 3);`,
      "is refused if it is forged or modified",
    ],
  ]),
  ...unitGuards("src/sandbox/http/guard.ts", [
    [
      "Rejects a foreign Host header",
      `if (!ownHosts.includes(host) || !ownHosts.includes(authority ?? host))`,
      `if (false)`,
      "the sandbox's request guard",
    ],
    [
      "Rejects requests with an Origin header",
      `if (origin !== undefined)`,
      `if (false)`,
      "the sandbox's request guard",
    ],
    [
      "Rejects requests with a Sec-Fetch-Site header",
      `if (sites.some((site) => site !== "none"))`,
      `if (false)`,
      "the sandbox's request guard",
    ],
    [
      "Rejects preflight requests",
      `if (method === "OPTIONS") return forbiddenOrigin`,
      `if (method === "") return forbiddenOrigin`,
      "replies 403 to every OPTIONS request and never sends CORS headers",
    ],
    [
      "Rejects an unknown token",
      `, credentials)) return fullAccess;`,
      `, credentials) || credentials !== "") return fullAccess;`,
      "the sandbox's request guard",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/unit/sandbox/resources/hosted/hostedLogin.test.ts", [
    [
      "Rejects a login link that another site opened",
      `method !== "OPTIONS" && (isSameOrigin || isUserNavigation)`,
      `method !== "OPTIONS"`,
      "is refused from a link on another site, and the login link stays valid",
    ],
    [
      "Rejects a form that another site submitted",
      `method === "POST" ? isSameOrigin :`,
      `method === "POST" ? isSameOrigin || isUserNavigation :`,
      "is refused from a form that the user submitted on another site, without an origin, and the login link stays valid",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", "test/unit/sandbox/http/guard.test.ts", [
    [
      "Listens on the loopback address only",
      `server.listen(port, "127.0.0.1",`,
      `server.listen(port, "0.0.0.0",`,
      "listens only on the loopback address",
    ],
  ]),
  ...guards("src/sandbox/identity.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "Binds a proof of identity to one port",
      `\\n\${port}\\n`,
      `\\n`,
      "rejects a proof that was relayed from another port",
    ],
    [
      "Requires the token in a proof of identity",
      `typeof proof === "string" && secretsEqual(computeProof(identity, nonce), proof)`,
      `typeof proof === "string" && proof !== ""`,
      "sends no token to another program on the announced port",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/hostedLogin.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "Exchanges the code of a login link once",
      `if (isUsed ||`,
      `if (`,
      "returns 410 for a second exchange and invalidates the login page's link",
    ],
  ]),
  ...unitGuards("src/sandbox/resources/hosted/hostedLogin.ts", [
    [
      "Invalidates a login link after its use",
      `isUsed ||`,
      "invalidates its link when the user continues, not when the page opens",
    ],
    [
      "Rejects a return address that isn't allowed",
      `address !== null && !isReturnAddress(address)`,
      `address === ""`,
      "is checked before the login link is invalidated",
    ],
    [
      "Rejects input from the page of a replaced login",
      `interaction === null || !isLast`,
      `interaction === null`,
      "submits nothing after a newer login has replaced the page's login",
    ],
    [
      "Rejects a login link with a wrong code",
      `|| !secretsEqual(flow.code, code))`,
      `)`,
      "replies 410 to used or expired links and 404 to unknown ones",
    ],
  ]),
  ...guards(
    "src/sandbox/resources/hosted/htmlPage.ts",
    "test/unit/sandbox/resources/hosted/hostedLogin.test.ts",
    [
      [
        "Escapes texts in HTML",
        `if (typeof part === "string") return escapeHtml(part);`,
        `if (typeof part === "string") return part;`,
        "escapes HTML in profile names",
      ],
    ],
  ),
  ...guards("src/sandbox/resources/projectScope.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "Restricts a login token to its connection",
      `if (getText(flow, "connection_id") === connectionId) return undefined;`,
      `return undefined;`,
      "is refused for requests other than reading, following and submitting",
    ],
  ]),
  ...guards("src/sandbox/resources/projectScope.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "Restricts a project token to its project",
      `if (requested !== undefined && tokenProject !== undefined && requested !== tokenProject)\n    return forbiddenReply();`,
      "is refused with 403 for any other project",
    ],
    [
      "Hides objects of other projects",
      `project) === undefined) return undefined;`,
      `project) === undefined || project !== "") return undefined;`,
      "has its own connections and profiles",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", "test/unit/sandbox/run/provenConnection.test.ts", [
    [
      "Requires a proof of identity before a control request",
      `if (!isValidProof(identity, nonce, proof))`,
      `if (proof === "")`,
      "connectProven",
    ],
  ]),
  ...unitGuards("src/sandbox/run/folder.ts", [
    [
      "Makes the sandbox's folder private",
      `fchmodSync(opened, 0o700);`,
      `closeSync(-1);`,
      "is made private even if others had access to it before",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "Writes the announcement for the user only",
      `mode: 0o600,`,
      `mode: 0o644,`,
      "announces a random 32-byte token to this user only",
    ],
    [
      "Ignores an announcement of another machine or boot",
      `if (!("machine" in announced) || announced.machine !== machine)`,
      `if (!("machine" in announced))`,
      "ignores an announcement of another machine or an earlier boot",
    ],
    [
      "Ignores an announcement that other users can write",
      `(found.mode & 0o077) === 0`,
      `true`,
      "ignores an announcement that others can write",
    ],
    [
      "Replaces a link instead of writing through it",
      `  rmSync(path, { force: true });\n`,
      "replaces an announcement that is a link without changing the link's target",
    ],
  ]),
];
