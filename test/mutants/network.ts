// The way out of this computer, and who may come in: what only a real VS Code and a real browser show.
import { guards, type Mutant } from "./mutant.ts";

export const networkGuards: readonly Mutant[] = [
  ...guards("src/api/networkFailure.ts", "test/unit/api/retry.test.ts", [
    [
      "Only a proxy that asks for a login is said to ask for one",
      `return said === "407"`,
      `return said !== ""`,
      "GET through a proxy that does not get through: proxyRefused no after 1",
    ],
    [
      "Of several addresses none may have been reached",
      `calls.every(isConnecting)`,
      `calls.some(isConnecting)`,
      "POST to several addresses, one of which breaks later: offline unknown after 1",
    ],
    [
      "Chromium's code counts only where it stands alone",
      String.raw`/^net::ERR_[A-Z0-9_]{1,60}$/`,
      String.raw`/net::ERR_[A-Z0-9_]{1,60}/`,
      "POST fails in words that hold a code: offline unknown after 1",
    ],
  ]),
  ...guards("src/editor/words/network.ts", "test/unit/editor/words/errors.test.ts", [
    [
      "Nobody is told to trust the authority of another host's certificate",
      `case "ERR_TLS_CERT_ALTNAME_INVALID":`,
      `case "":`,
      "describeError",
    ],
  ]),
  ...guards("src/api/networkFailure.ts", "test/unit/api/dispatchers.test.ts", [
    [
      "Nothing is sent to a host whose certificate nobody checks",
      `process.env[uncheckedCode] === "0"`,
      `false`,
      "is closed for https while certificates are not checked, and open again after that",
    ],
  ]),
  ...guards("src/api/dispatchers.ts", "test/unit/api/dispatchers.test.ts", [
    [
      "No answer is stored",
      `cache: "no-store",
      redirect`,
      `redirect`,
      "to https://api.onkernel.com is the host's fetch",
    ],
  ]),
  ...guards("src/api/dispatchers.ts", "test/attacks/network.test.ts", [
    [
      "Nothing goes around the user's proxy and certificates",
      `if (!loopback.test(origin)) return hostFetch;`,
      ``,
      "say that the proxy does not get through, and keep the token untried",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/attacks/sandbox.test.ts", [
    [
      "A rebound name is refused in a real browser",
      `if (!ours.includes(host) || !ours.includes(authority ?? host)) {`,
      `if (false) {`,
      "refuses a read of a rebound name, which reaches a server without guards",
    ],
    [
      "An image of another site is refused in a real browser",
      `if (sites.some((site) => site !== "none"))`,
      `if (false)`,
      "refuses an image across sites, which reaches a server without guards",
    ],
  ]),
];
