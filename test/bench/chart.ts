import type { Report } from "./report.ts";
import type { Contender, Row } from "./row.ts";
import { amount } from "./words.ts";

const width = 860;
const left = 330;
const right = 110;
const bar = 16;
const gap = 14;

// Read on a light ground and on a dark one: the picture has none of its own.
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .ours { fill: #0969da; }
  .other { fill: #8c959f; }
  .spread { stroke: #1f2328; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .ours { fill: #4493f8; }
    .other { fill: #7d8590; }
    .spread { stroke: #f0f6fc; }
  }`;

/** Bars of every row that compares: each row has a scale of its own, and shorter is better throughout. */
export function chart({ entries }: Report): string {
  const rows = entries
    .flatMap((entry) => ("rows" in entry ? entry.rows : []))
    .filter((row) => row.contenders.length > 1 && !row.goals.some(({ kind }) => kind === "order"));
  let top = 8;
  const drawn = rows.map((row) => {
    const group = drawRow(row, top);
    top += 20 + row.contenders.length * (bar + 4) + gap;
    return group;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" role="img" aria-label="Medians beside others, shorter is better">`,
    `<style>${style}\n</style>`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function drawRow({ title, unit, contenders }: Row, top: number): string {
  const most = Math.max(...contenders.map(({ figure }) => Math.max(figure.median, figure.quartiles[1])));
  const scale = (value: number): number => (value / most) * (width - left - right);
  const bars = contenders.map((contender, index) => {
    const y = top + 22 + index * (bar + 4);
    const label = amount(contender.figure.median, unit);
    return drawBar(contender, { y, scale, label, ours: index === 0 });
  });
  return `<text class="title" x="0" y="${top + 12}">${escaped(title)}</text>\n${bars.join("\n")}`;
}

function drawBar(
  { name, figure }: Contender,
  at: { y: number; scale: (value: number) => number; label: string; ours: boolean },
): string {
  const [low, high] = figure.quartiles;
  const middle = at.y + bar / 2;
  const x = (value: number): string => (left + at.scale(value)).toFixed(1);
  return [
    `<text x="${left - 8}" y="${at.y + 13}" text-anchor="end">${escaped(name)}</text>`,
    `<rect class="${at.ours ? "ours" : "other"}" x="${left}" y="${at.y}" width="${Math.max(1, at.scale(figure.median)).toFixed(1)}" height="${bar}" rx="2" />`,
    `<line class="spread" x1="${x(low)}" x2="${x(high)}" y1="${middle}" y2="${middle}" />`,
    `<text x="${(left + at.scale(Math.max(figure.median, high)) + 8).toFixed(1)}" y="${at.y + 13}">${escaped(at.label)}</text>`,
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
