// Recognizes files that the command-line tool has written and that aren't connection files.
import { findNodeAtLocation, type JSONPath, type Node } from "jsonc-parser";

/** The output of `--json` has at least one of these keys, except the output of the command `status` without a file. */
const outputKeys = ["added", "base_url", "browsers", "error", "help", "problems", "result", "valid"];

/** Returns "storedPlan" for a plan that `--out` wrote, and "commandOutput" for an object that `--json` printed. */
export function generatedFileKind(tree: Node): "storedPlan" | "commandOutput" | undefined {
  const has = (...path: JSONPath): boolean => findNodeAtLocation(tree, path) !== undefined;
  if (has("fingerprint")) return "storedPlan";
  if (has("version")) return undefined;
  const isOutput = outputKeys.some((key) => has(key)) || has("connections", 0, "status");
  return isOutput ? "commandOutput" : undefined;
}
