import { join } from "node:path";

/** The repository's folder, absolute. */
export const root = join(import.meta.dirname, "..", "..");

/** What tests fetch and write; git ignores it and it may be deleted at any time. */
export const cache = join(root, ".vscode-test");
