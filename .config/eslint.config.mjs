import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** APIs that only one file may use, because they interpret text or pass it to other programs. */
const homes = {
  "src/editor/kit/notify.ts": {
    selector: "CallExpression[callee.property.name=/^show(Information|Warning|Error)Message$/]",
    message: "Show messages with editor/kit/notify.ts.",
  },
  "src/editor/kit/openExternal.ts": {
    selector:
      "CallExpression:matches([callee.property.name='openExternal'], [callee.property.name='executeCommand'][arguments.0.value='vscode.open'])",
    message: "Open links with editor/kit/openExternal.ts, which accepts only https.",
  },
  "src/editor/kit/escapedText.ts": {
    selector: "NewExpression[callee.name='MarkdownString'][arguments.length=0]",
    message: "Create Markdown with editor/kit/escapedText.ts, which escapes text.",
  },
  "src/editor/results/resultPage.ts": {
    selector: "AssignmentExpression[left.property.name='html']",
    message: "Only one file sets the HTML of the page.",
  },
  "src/api/hostDispatchers.ts": {
    selector: "MemberExpression[object.name=/^(globalThis|window|self)$/][property.name='fetch']",
    message: "Send requests with api/hostDispatchers.ts.",
  },
};
const nowhere = [
  {
    selector:
      ":matches(AssignmentExpression[left.property.name=/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|innerHTML|outerHTML|srcdoc)$/], " +
      "Property[key.name=/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris)$/], " +
      "NewExpression[callee.name='MarkdownString'][arguments.length>0], " +
      "CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/])",
    message: "Never use a text of the service as HTML, trusted Markdown or an icon.",
  },
  {
    selector: "CallExpression[callee.property.name='getConfiguration']",
    message: "Read settings in editor/kit/settings.ts. No setting may change a request.",
  },
  {
    selector:
      ":matches(Identifier[name=/^(rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED)$/], Literal[value=/^(rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED)$/])",
    message: "Never disable certificate checks.",
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
        { name: "fetch", message: "Send requests with api/hostDispatchers.ts." },
      ],
    },
  },
  // Each of these files may use its own API.
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
