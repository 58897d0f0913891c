// Guards of the sandbox: its clients, and the requests that it accepts.
import { guards, type Mutant } from "./mutant.ts";

export const sandboxGuards: readonly Mutant[] = [
  ...guards("src/sandbox/db/database.ts", "test/unit/sandbox/db/data.test.ts", [
    [
      "The data is open to its user alone",
      `if (file !== inMemory) chmodSync(file, 0o600);`,
      ``,
      "restores private modes of a data file that others could read",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "The token of a login cannot be made up",
      `if (!secretsEqual(signClaims(token, payload), jwt)) return undefined;`,
      ``,
      "is refused if forged or modified",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "A token of a project is not made up",
      `const [, payload = ""] = jwt.split(".", 3);\n  if (!secretsEqual(signClaims(token, payload), jwt)) return undefined;`,
      `const [, payload = ""] = jwt.split(".", 3);`,
      "is refused if forged or modified",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/unit/sandbox/http/guard.test.ts", [
    [
      "The Host must be the sandbox's own",
      `if (!ownHosts.includes(host) || !ownHosts.includes(authority ?? host)) {`,
      `if (false) {`,
      "the request guard",
    ],
    ["Nothing comes from a page: Origin", `if (origin !== undefined)`, `if (false)`, "the request guard"],
    [
      "Nothing comes from a page: Sec-Fetch-Site",
      `if (sites.some((site) => site !== "none"))`,
      `if (false)`,
      "the request guard",
    ],
    [
      "No preflight is answered",
      `if (method === "OPTIONS") return forbiddenOrigin`,
      `if (method === "") return forbiddenOrigin`,
      "replies 403 to every OPTIONS request and never sends CORS headers",
    ],
    [
      "The token must be known",
      `, credentials)) return fullAccess;`,
      `, credentials) || credentials !== "") return fullAccess;`,
      "the request guard",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/unit/sandbox/resources/hosted/hostedLogin.test.ts", [
    [
      "A link is opened by its user",
      `method !== "OPTIONS" && (isSameOrigin || isUserNavigation)`,
      `method !== "OPTIONS"`,
      "can't use the link from a link on another site",
    ],
    [
      "A form is sent by the page itself",
      `method === "POST" ? isSameOrigin :`,
      `method === "POST" ? isSameOrigin || isUserNavigation :`,
      "can't use the link from a form that the user submitted on another site, without an origin",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", "test/unit/sandbox/http/guard.test.ts", [
    [
      "The sandbox listens on the loopback address alone",
      `server.listen(port, "127.0.0.1",`,
      `server.listen(port, "0.0.0.0",`,
      "listens only on the loopback address",
    ],
  ]),
  ...guards("src/sandbox/identity.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "A proof belongs to one port",
      `\\n\${port}\\n`,
      `\\n`,
      "rejects a proof that was relayed from another port",
    ],
    [
      "A proof needs the token",
      `typeof given === "string" && secretsEqual(computeProof(identity, nonce), given)`,
      `typeof given === "string" && given !== ""`,
      "sends no token to another program on the announced port",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/hostedLogin.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "A link's code is exchanged once",
      `if (isUsed ||`,
      `if (`,
      "works once, and invalidates the login's link",
    ],
  ]),
  ...guards(
    "src/sandbox/resources/hosted/hostedLogin.ts",
    "test/unit/sandbox/resources/hosted/hostedLogin.test.ts",
    [
      ["A link works once", `isUsed ||`, ``, "invalidates its link on Continue, not when opened"],
      [
        "A page leads back to no address that is not allowed",
        `address !== null && !isReturnAddress(address)`,
        `address === ""`,
        "is refused before it invalidates the link",
      ],
      [
        "A page enters nothing into another login",
        `interaction === null || !isLast`,
        `interaction === null`,
        "can't submit to the login that replaced the page's login",
      ],
      [
        "A link has its code",
        `|| !secretsEqual(flow.code, code))`,
        `)`,
        "replies 410 to used or expired links and 404 to unknown ones",
      ],
    ],
  ),
  ...guards(
    "src/sandbox/resources/hosted/htmlPage.ts",
    "test/unit/sandbox/resources/hosted/hostedLogin.test.ts",
    [
      [
        "What is put into the page stays text",
        `if (typeof part === "string") return escapeHtml(part);`,
        `if (typeof part === "string") return part;`,
        "escapes names",
      ],
    ],
  ),
  ...guards("src/sandbox/resources/projectScope.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "The token of a login opens no other connection",
      `if (getText(flow, "connection_id") === connectionId) return undefined;`,
      `return undefined;`,
      "is refused for every other request",
    ],
  ]),
  ...guards("src/sandbox/resources/projectScope.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "A token of one project works in no other",
      `if (requested !== undefined && tokenProject !== undefined && requested !== tokenProject)\n    return forbiddenReply();`,
      ``,
      "works only in its project",
    ],
    [
      "What belongs to another project is not there",
      `project) === undefined) return undefined;`,
      `project) === undefined || project !== "") return undefined;`,
      "separates connections and profiles from other projects",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", "test/unit/sandbox/run/provenConnection.test.ts", [
    [
      "A connection without a proof is not used",
      `if (!isValidProof(identity, nonce, proof))`,
      `if (proof === "")`,
      "a proven connection",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", "test/unit/sandbox/run/folder.test.ts", [
    [
      "A directory that was open to others is closed to them",
      `fchmodSync(opened, 0o700);`,
      `closeSync(-1);`,
      "is made private, even if it existed with wider permissions",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "Only the user reads the announcement",
      `mode: 0o600,`,
      `mode: 0o644,`,
      "announces a random token of 32 bytes to this user only",
    ],
    [
      "No sandbox of another machine is joined",
      `if (!("machine" in announced) || announced.machine !== machine)`,
      `if (!("machine" in announced))`,
      "ignores an announcement of another machine or an earlier boot",
    ],
    [
      "No announcement is believed that another user can have written",
      `(found.mode & 0o077) === 0`,
      `true`,
      "ignores an announcement that others can write",
    ],
    [
      "No announcement is written through a link",
      `  rmSync(path, { force: true });\n`,
      ``,
      "replaces an announcement that is a link, not its target",
    ],
  ]),
];
