import { interleaved } from "../../interleaved.ts";
import { fetchJson, request, signal, succeeded } from "../../micro/requests.ts";
import type { Contender } from "../../row.ts";
import { clientOf } from "./client.ts";
import { createConnection, getConnection } from "../../../../src/api/operations.ts";

const ids = Array.from({ length: 64 }, (_, index) => `ma_${index}`);

/** Creating one at a time, and 64 reads at once, through the host's own fetch. */
export async function throughHostFetch(
  origin: unknown,
  rounds: unknown,
): Promise<Record<"create" | "reads", Contender[]>> {
  const to = String(origin);
  const ours = clientOf(to);
  const turns = Number(rounds);
  return {
    create: await interleaved(
      {
        ours: () => succeeded(ours.call(createConnection, { body: request }, signal)),
        "host fetch": () => fetchJson(to, "POST", "/auth/connections"),
      },
      { rounds: turns, calls: 10 },
    ),
    reads: await interleaved(
      {
        ours: () =>
          Promise.all(ids.map((id) => succeeded(ours.call(getConnection, { path: { id } }, signal)))),
        "host fetch": () => Promise.all(ids.map((id) => fetchJson(to, "GET", `/auth/connections/${id}`))),
      },
      { rounds: turns, calls: 2 },
    ),
  };
}
