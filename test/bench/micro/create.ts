import { interleaved, medianOf } from "../interleaved.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { clientsOf, poolJson } from "./clients.ts";
import { fetchJson, request, signal, succeeded } from "./requests.ts";
import { createConnection } from "../../../src/api/operations.ts";

/** `createConnection`, one at a time: what each answer costs beyond the wire. */
export async function createOneByOne({ short }: Effort): Promise<readonly Row[]> {
  await using service = await startService();
  await using clients = clientsOf(service.origin);
  const { ours, pool } = clients;
  const contenders = await interleaved(
    {
      ours: () => succeeded(ours.call(createConnection, { body: request }, signal)),
      "Pool.request": () => poolJson(pool, "POST", "/auth/connections"),
      "built-in fetch": () => fetchJson(service.origin, "POST", "/auth/connections"),
    },
    short ? { rounds: 10, calls: 50 } : { rounds: 60, calls: 100 },
  );
  const median = (name: string): number => medianOf(contenders, name);
  return [
    {
      title: "create over loopback, one at a time",
      unit: "ms",
      contenders,
      goals: [
        {
          words: "at most 1.6 × bare Pool.request",
          value: median("ours") / median("Pool.request"),
          limit: 1.6,
          kind: "ratio",
        },
      ],
    },
  ];
}
