import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** What has one home each, because the surface behind it treats text as more than text, or leaves our hands. */
const homes = {
  "src/editor/kit/notify.ts": {
    selector: "CallExpression[callee.property.name=/^show(Information|Warning|Error)Message$/]",
    message: "Messages go through editor/kit/notify.ts.",
  },
  "src/editor/kit/openExternal.ts": {
    selector:
      "CallExpression:matches([callee.property.name='openExternal'], [callee.property.name='executeCommand'][arguments.0.value='vscode.open'])",
    message: "Links go through one https-only opener.",
  },
  "src/editor/kit/escapedText.ts": {
    selector: "NewExpression[callee.name='MarkdownString'][arguments.length=0]",
    message: "Text becomes Markdown in editor/kit/escapedText.ts, which escapes it.",
  },
  "src/editor/results/resultPage.ts": {
    selector: "AssignmentExpression[left.property.name='html']",
    message: "The page's HTML is fixed and has one home.",
  },
  "src/api/hostDispatchers.ts": {
    selector: "MemberExpression[object.name=/^(globalThis|window|self)$/][property.name='fetch']",
    message: "Requests go through api/hostDispatchers.ts.",
  },
};
const nowhere = [
  {
    selector:
      ":matches(AssignmentExpression[left.property.name=/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|innerHTML|outerHTML|srcdoc)$/], " +
      "Property[key.name=/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris)$/], " +
      "NewExpression[callee.name='MarkdownString'][arguments.length>0], " +
      "CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/])",
    message: "Server text is never HTML, trusted Markdown or icons.",
  },
  {
    selector: "CallExpression[callee.property.name='getConfiguration']",
    message: "No setting changes where requests go; what may be one is read in editor/kit/settings.ts.",
  },
  {
    selector:
      ":matches(Identifier[name=/^(rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED)$/], Literal[value=/^(rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED)$/])",
    message: "Certificates are always checked.",
  },
];
const restricted = (file) =>
  Object.entries(homes)
    .filter(([home]) => home !== file)
    .map(([, rule]) => rule)
    .concat(nowhere);

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
      "no-eval": "error",
      "no-restricted-syntax": ["error", ...restricted()],
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: "Requests go through api/hostDispatchers.ts." },
      ],
    },
  },
  // Each home may do the one thing that it is there for.
  ...Object.keys(homes).map((file) => ({
    files: [file],
    rules: { "no-restricted-syntax": ["error", ...restricted(file)] },
  })),
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
