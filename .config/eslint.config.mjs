import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** Calls that have one home each, because the surface behind them treats text as more than text. */
const wrapped = [
  {
    selector: "CallExpression[callee.property.name=/^show(Information|Warning|Error)Message$/]",
    message: "Messages go through editor/notify.ts.",
  },
  {
    selector:
      "AssignmentExpression[left.property.name=/^(isTrusted|supportHtml|supportThemeIcons|innerHTML|outerHTML)$/]",
    message: "Server text is never HTML, trusted Markdown or icons.",
  },
  {
    selector: "CallExpression[callee.property.name='openExternal']",
    message: "Links go through one https-only opener.",
  },
  {
    selector: "CallExpression[callee.property.name='getConfiguration']",
    message: "No setting changes where requests go; there are no settings.",
  },
];

export default tseslint.config(
  { ignores: ["dist/", ".vscode-test/", "node_modules/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { files: ["**/*.mjs"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: false },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...wrapped],
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "Requests go through api/dispatchers.ts." },
      ],
    },
  },
  {
    // The wrapper itself.
    files: ["src/editor/notify.ts"],
    rules: { "no-restricted-syntax": ["error", ...wrapped.slice(1)] },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "no-console": "off",
      // node:test's describe and it return promises that its runner awaits.
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", package: "node:test", name: ["describe", "it", "test", "suite"] },
          ],
        },
      ],
    },
  },
);
