import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** Excludes the strings of `l10n.t` from mutation, because a changed wording isn't a fault. Their arguments are mutated. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore: ({ node, parent }) =>
      node.type === "StringLiteral" &&
      parent?.type === "CallExpression" &&
      parent.callee.object?.name === "l10n"
        ? "wording"
        : undefined,
  }),
];
