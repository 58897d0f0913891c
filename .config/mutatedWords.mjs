import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** What users read is no place for `npm run test:mutants`: another wording is no fault. What stands in it is one. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore: ({ node, parent }) =>
      node.type === "StringLiteral" &&
      parent?.type === "CallExpression" &&
      parent.callee.object?.name === "l10n"
        ? "It is wording."
        : undefined,
  }),
];
