// Lets the editor room run unbuilt and without VS Code: the bare import "vscode" is the fake beside this file.
// Use: node --import ./test/doubles/register.ts --test …
import { registerHooks } from "node:module";
import "../host/compiled.ts";

const fake = new URL("./vscode.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" ? { url: fake, shortCircuit: true } : next(specifier, context),
});
