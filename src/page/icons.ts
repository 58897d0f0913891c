import { svg } from "./dom.ts";
import type { CardTone } from "../card/card.ts";

export type IconName =
  | CardTone
  | "sandbox"
  | "fold"
  | "changed"
  | "current"
  | "on"
  | "off"
  | "unset"
  | "ellipsis"
  | "refresh"
  | "copy";

/** Icon outlines on a 16 × 16 grid. Each tone has a different shape, so that colour isn't the only difference. */
const iconOutlines: Readonly<Record<IconName, string>> = {
  success: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M5 8.3l2.1 2.1l4-4.5",
  warning: "M7.1 2.1a1 1 0 0 1 1.8 0l5.5 10.4a1 1 0 0 1-.9 1.5h-11a1 1 0 0 1-.9-1.5zM8 6v3.4M8 11.6v.1",
  error: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6",
  info: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M8 7.4v3.6M8 4.9v.1",
  neutral: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M5.2 8h5.6",
  sandbox:
    "M5.6 1.8h4.8M6.4 1.8v4.4L2.8 12.4a1.2 1.2 0 0 0 1 1.8h8.4a1.2 1.2 0 0 0 1-1.8L9.6 6.2V1.8M4.7 9.6h6.6",
  fold: "M6 3.8L10.2 8L6 12.2",
  changed: "M2.9 6A5.6 5.6 0 1 1 2.4 8.6M2.6 2.6V6h3.4M8 5v3.2l2.2 1.4",
  current: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M10 8a2 2 0 1 1-4 0a2 2 0 0 1 4 0",
  on: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M5 8.3l2.1 2.1l4-4.5",
  off: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0",
  unset: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6q-.8.4-.8 1.2M8 11.3v.1",
  ellipsis: "M3.2 8v.01M8 8v.01M12.8 8v.01",
  refresh: "M13.6 8A5.6 5.6 0 1 1 11.8 3.9L13.6 5.6M13.6 2.4V5.6H10.4",
  copy: "M5.5 5.5V3.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1",
};

/** Renders an icon in the current text colour. Screen readers skip it, because adjacent text has the same meaning. */
export function renderIcon(name: IconName): SVGSVGElement {
  return svg(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: iconOutlines[name] }),
  );
}
