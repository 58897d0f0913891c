import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packExtension } from "../../host/extension.ts";
import { root } from "../../host/paths.ts";
import type { Goal, Row } from "../row.ts";
import { exactly } from "../statistics.ts";

/** What is read at activation, what is downloaded, and what the page runs. */
export async function sizes(): Promise<readonly Row[]> {
  const work = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const vsix = join(work, "managed-auth.vsix");
    await packExtension(vsix);
    return [
      size("main bundle, evaluated at activation", await kilobytes(join(root, "dist", "extension.cjs")), 40),
      size(".vsix", await kilobytes(vsix), 360),
      size("page script", await kilobytes(join(root, "dist", "page.js")), 40),
    ];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function size(title: string, value: number, limit: number): Row {
  const goal: Goal = { words: `at most ${limit} KB`, value, limit, kind: "size" };
  return { title, unit: "KB", contenders: [{ name: "ours", figure: exactly(value) }], goals: [goal] };
}

async function kilobytes(file: string): Promise<number> {
  return (await stat(file)).size / 1000;
}
