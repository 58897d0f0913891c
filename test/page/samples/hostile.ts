import type { CardTone, CardValue } from "../../../src/card/card.ts";
import type { PageBlock, PageCard } from "../../../src/card/protocol.ts";

/**
 * Texts that take effect if they are parsed as markup, links or bidirectional controls. Requests to `{host}` are
 * detected.
 */
const hostileTexts = [
  "<script>window.pwned = 1</script>",
  "<img src=x onerror='window.pwned = 2'>",
  "<img src='http://{host}/beacon.png'>",
  "<svg/onload=window.pwned=3><style>@import 'http://{host}/x.css';</style>",
  "<iframe srcdoc='<script>parent.pwned=4</script>'></iframe>",
  "<a href='javascript:window.pwned=5' autofocus onfocus=window.pwned=6>press</a>",
  "javascript:window.pwned=7",
  "</title></textarea></style></script><base href='http://{host}/'><meta http-equiv=refresh content='0;url=http://{host}/'>",
  "[x](command:workbench.action.quit) $(trash) &lt;b&gt; {{7*7}} ${7*7}",
  "\u202egnp.exe\u202c \u2066isolate \u200f\u061c \u0000 \u001b[31m \ud83d\ude80 عربى שלום",
  "line one\r\nline two\u2028line three\ttab",
  "x".repeat(10_000),
] as const;

/** Returns cards with these texts in every field, for each block kind and each tone. */
export function hostileCards(watchedHost: string): readonly PageCard[] {
  return hostileTexts.map((words, index) => cardOf(words.replaceAll("{host}", watchedHost), index));
}

function cardOf(text: string, index: number): PageCard {
  const tones: readonly CardTone[] = ["success", "warning", "error", "info", "neutral"];
  const value: CardValue = { text };
  const pills = tones.map((tone): CardValue => ({ text, tone }));
  const values = [value, { text, code: true } satisfies CardValue, ...pills];
  const blocks: readonly PageBlock[] = [
    {
      kind: "rows",
      title: text,
      rows: values.map((each) => ({
        label: text,
        value: each,
        note: text,
        changed: text,
        secret: { press: "openHosted", label: text },
        copy: { press: "copyValue", label: text },
      })),
    },
    { kind: "list", title: text, lead: { text, code: text }, items: [{ text }, { text, code: text }] },
    {
      kind: "grid",
      title: text,
      cells: [true, false, undefined].map((on) => ({ label: text, on, state: text, note: text })),
    },
    {
      kind: "table",
      title: text,
      columns: [text, text, text],
      rows: [
        { cells: [value, { text, tone: "error" }, value], notes: [text, text] },
        { cells: [value, value, value], notes: [] },
        { cells: [value, value, value], notes: [], actions: [{ press: "openConnection", label: text }] },
        { cells: [value, value, value], notes: [text], actions: [{ press: "openConnection", label: text }] },
      ],
      more: { press: "loadMore", label: text },
    },
    {
      kind: "days",
      title: text,
      hours: [{ at: 0.5, label: text }],
      days: [
        {
          label: text,
          pieces: [{ look: "in", from: 0, to: 0.5, text }, ...tones.map((look) => ({ look, at: 0.5, text }))],
        },
      ],
      legend: [{ look: "out", text }, ...tones.map((look) => ({ look, text }))],
    },
    {
      kind: "strips",
      title: text,
      days: [{ at: 0, label: text }],
      filter: { label: text, nothingFound: text },
      groups: [
        {
          title: text,
          strips: [
            {
              key: text,
              name: text,
              about: text,
              state: { text, tone: "info" },
              pieces: [
                { look: "in", from: 0, to: 0.5, text },
                ...tones.map((look) => ({ look, at: 0.5, text })),
              ],
              text,
              note: text,
              leads: { press: "showConnection", label: text },
            },
          ],
        },
      ],
      legend: [{ look: "next", text }],
    },
    { kind: "code", title: text, text },
    {
      kind: "forms",
      title: text,
      copyLabel: text,
      forms: [
        { label: text, text, press: "copyJson" },
        { label: text, text, press: "copyCurl" },
      ],
    },
  ];
  const button = { press: "showLog", label: text };
  return {
    id: `hostile-${index}`,
    head:
      index % 2 === 0
        ? { kind: "verdict", tone: tones[index % tones.length] ?? "neutral" }
        : { kind: "header", state: { text, tone: "info" } },
    title: text,
    context: [text, text],
    sandbox: text,
    summary: [text, text],
    progress: {
      text,
      steps: (["done", "current", "failed", "ahead"] as const).map((mark) => ({ label: text, mark })),
    },
    blocks,
    actions: {
      next: button,
      other: button,
      refresh: button,
      more: { label: text, items: [button, button] },
    },
  };
}
