// Replaces a part of the sandbox's source, to check that a test detects the change. `node --import` loads this file,
// and an environment variable contains the change.
import { registerHooks } from "node:module";
import type { StartOptions } from "./process.ts";

/** A change of a file in src/sandbox, which replaces `find` with `replace`. */
export interface Variant {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A sandbox that replies before it commits. Requests that arrive before the commit share the transaction. */
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
export const withVariant = (variant: Variant): StartOptions => ({
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
      // A change without an effect would make the test that uses it meaningless.
      if (source.split(find).length !== 2) throw new Error(`${file} does not hold exactly one ${find}`);
      return { ...loaded, source: source.replace(find, () => replace) };
    },
  });
}
