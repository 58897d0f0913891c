// What is read beside §2, so that users pick instead of type: each fact stands in its row.
import { guards, testsOf, type Mutant, type Row } from "../mutant.ts";

const bars = "draws used of allowed, in a bar that says the same";
const inRow = (field: string, find: string, replace: string): Row => [
  `${field} is shown`,
  find,
  replace,
  `${field} stands in its row`,
];

export const listRules: readonly Mutant[] = [
  ...guards("src/editor/catalogue/rows.ts", testsOf("editor/catalogue")("rows"), [
    inRow("city", `config?.city, `, ``),
    inRow("state", `config?.state, `, ``),
    inRow("country", `config?.country, `, ``),
    inRow("host", `, config?.host]`, `]`),
    inRow("has_totp_secret", `has_totp_secret === true ?`, `false ?`),
    inRow("provider_type", `provider_type === name ? undefined : provider_type,`, `undefined,`),
    inRow("vault_name", `[vault_name, urls?.[0]]`, `[urls?.[0]]`),
    inRow("urls", `[vault_name, urls?.[0]]`, `[vault_name]`),
    inRow("endpoint", `[item.endpoint, usage, failing]`, `[usage, failing]`),
    inRow("consecutive_failures", `(item.consecutive_failures ?? 0) > 0`, `false`),
  ]),
  ...guards("src/editor/entitlements/card.ts", testsOf("editor/entitlements")("usage"), [
    ["auth_connections_used is drawn", `usage?.auth_connections_used, `, `undefined, `, bars],
    ["max_auth_connections is drawn", `usage?.max_auth_connections)`, `undefined)`, bars],
    ["concurrent_sessions_used is drawn", `usage?.concurrent_sessions_used, `, `undefined, `, bars],
    ["max_concurrent_sessions is drawn", `usage?.max_concurrent_sessions)`, `undefined)`, bars],
  ]),
];
