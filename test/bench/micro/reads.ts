import { interleaved, medianOf } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { clientsOf, poolJson } from "./clients.ts";
import { fetchJson, signal, succeeded } from "./requests.ts";
import { getConnection } from "../../../src/api/operations.ts";

const ids = Array.from({ length: 64 }, (_, index) => `ma_${index}`);

/** 64 different reads at once, to the last answer. */
export async function readsAtOnce({ short }: Effort): Promise<readonly Row[]> {
  await using service = await startService();
  await using clients = clientsOf(service.origin);
  const { ours, pool } = clients;
  const all = (read: (id: string) => Promise<unknown>) => () => Promise.all(ids.map(read));
  const contenders = await interleaved(
    {
      ours: all((id) => succeeded(ours.call(getConnection, { path: { id } }, signal))),
      "Pool.request": all((id) => poolJson(pool, "GET", `/auth/connections/${id}`)),
      "built-in fetch": all((id) => fetchJson(service.origin, "GET", `/auth/connections/${id}`)),
    },
    short ? { rounds: 10, calls: 4 } : { rounds: 60, calls: 10 },
  );
  return [
    {
      title: "64 different reads at once",
      unit: "ms",
      contenders,
      goals: [
        {
          words: "at least 0.6 of the rate of bare Pool.request with JSON.parse",
          value: medianOf(contenders, "Pool.request") / medianOf(contenders, "ours"),
          limit: 0.6,
          atLeast: true,
          kind: "ratio",
        },
      ],
    },
  ];
}
