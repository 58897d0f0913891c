import { parseJson } from "../../src/api/json.ts";
import { toPage } from "../../src/api/listPage.ts";
import { ManagedAuth } from "../../src/api/schemas.ts";
import { maskFor } from "../../src/api/token.ts";
import { connection } from "./connection.ts";
import { figureOf, type Effort, type Row } from "./row.ts";

/** Measures the time from the text of a response to its rows, after the code was compiled. */
export function reading({ short }: Effort): Promise<readonly Row[]> {
  const text = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => connection(`ma_${index}`)));
  const caps = { bytes: Infinity, nodes: Infinity };
  const secret = maskFor("sk_bench_token");
  const samples = Array.from({ length: short ? 10 : 60 }, () => {
    const begin = performance.now();
    toPage(ManagedAuth, parseJson(text, caps, secret)?.value as unknown[]);
    return performance.now() - begin;
  });
  const figure = figureOf(samples.slice(5));
  return Promise.resolve([
    {
      title: "reading 1,000 connections",
      unit: "ms",
      contenders: [{ name: "ours", figure }],
      goals: [{ words: "at most 20 ms", value: figure.median, limit: 20, kind: "time" }],
    },
  ]);
}
