// Models the service's other resources: their rows can be listed, fetched, created, changed and deleted. The replies
// contain every secret of a request, which a real service must not do.
import { answer } from "../doubles/scriptedServer.ts";
import { objectOf } from "../unit/sandbox/support.ts";
import { errorOf, json } from "./answers.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Session ID of the only browser. The ID controls the browser. */
export const browserId = "bs_s3cret";

/** Initial row of each resource, by path. */
const firstRows: Readonly<Record<string, Row>> = {
  "/credentials": {
    id: "cred_1",
    name: "bot",
    domain: "shop.example",
    has_values: true,
    has_totp_secret: true,
    value_keys: ["password"],
  },
  "/proxies": { id: "proxy_1", name: "paris", type: "datacenter", status: "available" },
  "/org/credential_providers": { id: "cp_1", name: "vault", provider_type: "onepassword", enabled: true },
  "/telemetry/destinations": {
    id: "otlp_1",
    name: "audit",
    endpoint: "https://audit.example",
    headers: { Authorization: "" },
  },
  "/browsers": { id: browserId, session_id: browserId, profile: { id: "prof_1", name: "bot" } },
  "/profiles": { id: "prof_1", name: "bot" },
};

/** Replies to requests that change nothing. */
const readable: Readonly<Record<string, unknown>> = {
  "GET /auth/context": { organization: { id: "org_1" }, principal: { id: "key_1", type: "api_key" } },
  "GET /org/projects": [{ id: "proj_1", name: "First", status: "active" }],
  "GET /auth/connections": [],
  "GET /credentials/{}/totp-code": { code: "428913" },
  "POST /proxies/{}/check": { ...firstRows["/proxies"], last_checked: "2026-11-20T10:00:00Z" },
  "POST /org/credential_providers/{}/test": { success: true, vaults: [{ id: "vault_1", name: "Team" }] },
  "GET /org/credential_providers/{}/items": { items: [{ path: "Team/Bank", title: "Bank" }] },
};

const paths = Object.keys(firstRows).join("|");
const requestPattern = new RegExp(
  `^([A-Z]+) (${paths}|/auth/context|/org/projects|/auth/connections)(?:/([^/?]+))?(/[a-z-]+)?(?:\\?.*)?$`,
);

interface Asked {
  /** For example "PATCH /credentials/{}". */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The ID or name in the path, or an empty string. */
  readonly name: string;
}

function parseRequestLine(line: string): Asked | undefined {
  const [, method = "", path = "", name = "", act = ""] = requestPattern.exec(line) ?? [];
  if (method === "") return undefined;
  return { operation: `${method} ${path}${name === "" ? "" : "/{}"}${act}`, method, path, name };
}

export class OtherResources {
  readonly #rows = new Map(Object.entries(firstRows).map(([path, row]) => [path, [row]]));

  /** Returns the operation of a request line, for example "PATCH /credentials/{}", or `undefined` if it is unknown. */
  operationOf(line: string): string | undefined {
    return parseRequestLine(line)?.operation;
  }

  /** Returns the current rows of a path. */
  rows(path: string): readonly Row[] {
    return this.#rows.get(path) ?? [];
  }

  /** Carries out a request and returns the response. */
  carryOut(line: string, body: string): string {
    const request = parseRequestLine(line);
    const reply = readable[request?.operation ?? ""];
    if (request === undefined || reply !== undefined) return answer(200, JSON.stringify(reply), json);
    const { method, name, path } = request;
    const rows = this.rows(path);
    if (name === "") {
      if (method === "GET") return answer(200, JSON.stringify(rows), json);
      const created = { id: "new_1", session_id: "new_1", ...parsed(body) };
      this.#rows.set(path, [...rows, created]);
      return answer(201, JSON.stringify({ ...created, totp_code: "428913" }), json);
    }
    const row = rows.find((one) => one["id"] === name || one["name"] === name);
    if (row === undefined) return answer(404, errorOf("not_found"), json);
    const others = rows.filter((one) => one !== row);
    if (method === "DELETE") {
      this.#rows.set(path, others);
      return answer(204);
    }
    const changed = { ...row, ...parsed(body || "{}") };
    this.#rows.set(path, [...others, changed]);
    return answer(200, JSON.stringify(changed), json);
  }
}

const parsed = (body: string): Row => objectOf(JSON.parse(body));
