// Runs `src/editor` without a build and without VS Code: the import "vscode" resolves to the fake in this folder.
// Use: node --import ./test/doubles/register.ts --test …
import { registerHooks } from "node:module";
import "../host/compiled.ts";

const fake = new URL("./vscode.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" ? { url: fake, shortCircuit: true } : next(specifier, context),
});
