import type { Page } from "playwright-core";

/** A painted text, icon, bar end or part of a day. */
export interface Painted {
  readonly icon: boolean;
  /** The text, the icon's classes, "bar" or "day". */
  readonly name: string;
  /** WCAG contrast between the most prominent colour of the box and its background. */
  readonly ratio: number;
}

/** Measures all texts, icons, bars and day parts of the page from a screenshot. */
export async function painted(page: Page): Promise<readonly Painted[]> {
  const marks = await page.evaluate(() => {
    // When scrolled, the sandbox line would cover content.
    window.scrollTo(0, 0);
    const within = ({ height, width, x, y }: DOMRect): number[] => [x, y, width, height];
    // Show elements that appear on hover.
    for (const one of document.querySelectorAll<HTMLElement>(".copy")) one.style.opacity = "1";
    const icons = [...document.querySelectorAll<SVGElement>(".icon")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        icon: true,
        name: one.getAttribute("class") ?? "",
        box: within(one.getBoundingClientRect()),
      }));
    const texts = [...document.querySelectorAll("bdi")]
      .filter((one) => one.checkVisibility() && one.textContent.trim() !== "")
      .map((one) => ({
        icon: false,
        name: one.textContent.slice(0, 60),
        // The first line suffices, because all lines of a text have one colour.
        box: within(one.getClientRects()[0] ?? one.getBoundingClientRect()),
      }));
    // A box around the end of the fill has the fill on one side and the track on the other.
    const bars = [...document.querySelectorAll(".bar-fill")].map((one) => {
      const { height, right, y } = one.getBoundingClientRect();
      return { icon: true, name: "bar", box: [right - 3, y + 1, 6, height - 2] };
    });
    // The middle of a part with the background above it.
    const days = [...document.querySelectorAll(".day-track > .day-part")].map((one) => {
      const { height, width, x, y } = one.getBoundingClientRect();
      return { icon: true, name: "day", box: [x + 3, y + 2, width - 6, height - 4] };
    });
    return [...icons, ...bars, ...days, ...texts].filter(
      ({ box: [, , width = 0, height = 0] }) => width > 2 && height > 2,
    );
  });
  const picture = (await page.screenshot({ fullPage: true })).toString("base64");
  const scale = await page.evaluate(() => devicePixelRatio);
  // The page's content security policy forbids decoding images in it.
  const decoder = await page.context().newPage();
  try {
    return await decoder.evaluate(
      async ([source, boxes, perPixel]) => {
        const response = await fetch(`data:image/png;base64,${source}`);
        const image = await createImageBitmap(await response.blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        if (context === null) throw new Error("There is no canvas.");
        context.drawImage(image, 0, 0);
        const luminance = (color: number): number => {
          const [r = 0, g = 0, b = 0] = [16, 8, 0].map((shift) => {
            const part = ((color >> shift) & 255) / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return boxes.map(({ box, icon, name }) => {
          const [x = 0, y = 0, width = 1, height = 1] = box.map((one) => Math.round(one * perPixel));
          const { data } = context.getImageData(x, y, width, height);
          const counts = new Map<number, number>();
          for (let at = 0; at < data.length; at += 4) {
            const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
            const color = (r << 16) | (g << 8) | b;
            counts.set(color, (counts.get(color) ?? 0) + 1);
          }
          const [[ground] = [0]] = [...counts].sort(([, one], [, other]) => other - one);
          const background = luminance(ground);
          const ratios = [...counts.keys()].map((color) => {
            const [low = 0, high = 0] = [luminance(color), background].sort((a, b) => a - b);
            return (high + 0.05) / (low + 0.05);
          });
          return { icon, name, ratio: Math.max(...ratios) };
        });
      },
      [picture, marks, scale] as const,
    );
  } finally {
    await decoder.close();
  }
}
