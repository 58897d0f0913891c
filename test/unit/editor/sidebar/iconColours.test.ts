import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ThemeIcon } from "vscode";
import { pendingRow } from "../../../../src/editor/connections/creation/openAttempts.ts";
import { nodeRow } from "../../../../src/editor/sidebar/sidebarNode.ts";
// Colors of VS Code's themes, or VS Code's defaults. An icon whose color is missing from a theme is drawn like an
// icon without a color.
import themes from "./iconColours.json" with { type: "json" };

const features = [true, false, undefined].map((enabled) =>
  nodeRow({ kind: "feature", feature: { key: "gpu", known: true, enabled, bounds: [], reported: true } }),
);
const failure = nodeRow({ kind: "failure", failure: { kind: "unauthorized", sent: "no" } });
const attempt = pendingRow({
  pending: {
    ...{ v: 1, id: "a", accountId: "b", baseUrl: "https://api.example.com", startedAt: 0, pid: 1 },
    ...{ phase: "unknown", request: { domain: "example.com", profile_name: "work" } },
  },
  isFromEarlierSignIn: false,
});

const parts = (color: string): readonly number[] =>
  (color.match(/[0-9a-f]{2}/g) ?? []).map((part) => parseInt(part, 16) / 255);

/** Blends a translucent color over an opaque one. */
const blended = (color: string, ground: string): readonly number[] => {
  const [, , , alpha = 1] = parts(color);
  return parts(ground).map(
    (background, index) => (parts(color)[index] ?? 0) * alpha + background * (1 - alpha),
  );
};

const luminance = (color: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (color: string, ground: readonly number[]): number => {
  const [low = 0, high = 0] = [luminance(parts(color)), luminance(ground)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

describe("the icons of tree rows", () => {
  for (const [theme, colors] of Object.entries<Readonly<Record<string, string>>>(themes))
    it(`have enough contrast in the theme ${theme}`, () => {
      const side = colors["sideBar.background"] ?? assert.fail();
      const grounds = [blended(side, side), blended(colors["list.hoverBackground"] ?? assert.fail(), side)];
      for (const { icon, label } of [...features, failure, attempt]) {
        assert.ok(icon instanceof ThemeIcon);
        const named = icon.color?.id ?? "icon.foreground";
        assert.ok(
          Object.values(themes).some((one) => named in one),
          `${named} is not among the colours`,
        );
        const color = colors[named] ?? colors["icon.foreground"] ?? assert.fail();
        for (const ground of grounds) {
          const ratio = contrast(color, ground);
          assert.ok(ratio >= 3, `${label}, ${icon.id} in ${named}: ${ratio.toFixed(2)}`);
        }
      }
    });
});
