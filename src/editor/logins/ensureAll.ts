import type { Access } from "../accounts/service.ts";
import { ensure } from "./ensure.ts";
import type { Ensured, EnsureParts } from "./ensure.ts";

/** As {@link ensure}, for several, two at a time; in their order. Once the token is refused, nobody is asked any more. */
export async function ensureAll(
  parts: EnsureParts,
  access: Access,
  ids: readonly string[],
  { settled, signal }: { readonly settled: () => void; readonly signal: AbortSignal },
): Promise<readonly Ensured[]> {
  const all = new Map<string, Ensured>();
  const waiting = [...new Set(ids)];
  let refused: Ensured | undefined;
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const one = refused ?? (await ensure(parts, access, id, signal));
      if (one.kind === "cannot" && one.why.kind === "error" && one.why.error.kind === "unauthorized")
        refused = { ...one, connection: undefined };
      all.set(id, one);
      settled();
    }
  };
  await Promise.all([work(), work()]);
  return ids.map((id) => all.get(id) ?? { kind: "cancelled", runs: false });
}
