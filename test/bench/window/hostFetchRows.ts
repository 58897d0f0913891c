import { medianOf } from "../interleaved.ts";
import type { Contender, Row } from "../row.ts";

/** What the probe takes through the host's own fetch. */
export type HostFetch = Readonly<Record<"create" | "reads", readonly Contender[]>>;

/** The rows of the table for it. */
export function hostFetchRows({ create, reads }: HostFetch): readonly Row[] {
  return [
    row("create through the host's fetch, one at a time", create),
    row("64 different reads at once through the host's fetch", reads),
  ];
}

function row(title: string, contenders: readonly Contender[]): Row {
  return {
    title,
    unit: "ms",
    contenders,
    goals: [
      {
        words: "at most 1.2 × the host's own fetch",
        value: medianOf(contenders, "ours") / medianOf(contenders, "host fetch"),
        limit: 1.2,
        kind: "ratio",
      },
    ],
    notes: ["In VS Code's extension host, over TLS on loopback."],
  };
}
