// Replaces a part of the sandbox's source, to check that a test detects the change. `node --import` loads this file,
// and an environment variable contains the change.
import { registerHooks } from "node:module";
import type { HowToStart } from "./process.ts";

/** Replaces `find` by `replace` in a file of src/sandbox. */
export interface Variant {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Sends replies before the commit, which later requests share. */
export const answersFirst: Variant = {
  file: "db/store.ts",
  find: `this.prepared("BEGIN IMMEDIATE").run();
    try {
      const result = work(writer);
      this.prepared("COMMIT").run();`,
  replace: `if (!this.db.isTransaction) {
      this.prepared("BEGIN IMMEDIATE").run();
      setImmediate(() => this.prepared("COMMIT").run());
    }
    try {
      const result = work(writer);`,
};

const name = "SANDBOX_VARIANT";

/** Returns the options to start a process with the change. */
export const withVariant = (variant: Variant): HowToStart => ({
  nodeArgs: ["--import", import.meta.url],
  env: { [name]: JSON.stringify(variant) },
});

const isVariant = (value: unknown): value is Variant =>
  typeof value === "object" && value !== null && "file" in value && "find" in value && "replace" in value;

const decoder = new TextDecoder();
const serializedVariant = process.env[name];
if (serializedVariant !== undefined) change(serializedVariant);

function change(text: string): void {
  const variant: unknown = JSON.parse(text);
  if (!isVariant(variant)) throw new TypeError(`${name} is not a variant`);
  const { file, find, replace } = variant;
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(`/src/sandbox/${file}`)) return loaded;
      const source = typeof loaded.source === "string" ? loaded.source : decoder.decode(loaded.source);
      // A change without effect would make its test meaningless.
      if (source.split(find).length !== 2) throw new Error(`${file} does not hold exactly one ${find}`);
      return { ...loaded, source: source.replace(find, () => replace) };
    },
  });
}
