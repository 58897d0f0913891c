// What is built, and what is built in.
import { guards, type Mutant } from "./mutant.ts";

export const supplyGuards: readonly Mutant[] = [
  ...guards(".config/eslint.config.mjs", "test/lint.test.ts", [
    ["The page's HTML has one home", `='html']`, `='markup']`, "finds panel.webview.html = text;"],
    [
      "Requests have one home",
      `window|self)$/][property`,
      `window|self)$/][computed=true][property`,
      "finds globalThis.fetch(address);",
    ],
    [
      "Nothing is trusted Markdown",
      `/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|inner`,
      `/^(inner`,
      "finds markdown.isTrusted = true;",
    ],
    [
      "Certificates are checked",
      `Identifier[name=/^(rejectUnauthorized|`,
      `Identifier[name=/^(`,
      "finds connect({ rejectUnauthorized: false });",
    ],
  ]),
  ...guards(".npmrc", "test/lockFile.test.ts", [
    [
      "Install scripts never run",
      `ignore-scripts=true`,
      `ignore-scripts=false`,
      "lists what has an install script, which never runs",
    ],
  ]),
  ...guards(".vscodeignore", "test/package.test.ts", [
    [
      "Only what is listed ships",
      `!dist/page.css`,
      `!dist/page.css\n!.npmrc`,
      "holds exactly the files that test/package/files.json lists",
    ],
  ]),
  ...guards(".config/package.mjs", "test/package.test.ts", [
    [
      "A package is of no time",
      `Date.UTC(2000, 0, 1)`,
      `process.hrtime()[1] * 1000`,
      "is the same, byte for byte, from two folders, time zones, languages and masks of modes",
    ],
  ]),
  ...guards("esbuild.mjs", "test/package.test.ts", [
    [
      "No source map ships",
      `sourcemap: production ? false : "linked"`,
      `sourcemap: "inline"`,
      "tells no path of a computer, no source map, no secret",
    ],
    [
      "Licences ship with what is built in",
      `return \`\${name} \${version} (\${license})\\n\\n\${text.trim()}\\n\`;`,
      `return \`\${name} \${version} (\${license})\\n\${text.length}\\n\`;`,
      "brings the licences of the packages that are built in, and all are MIT",
    ],
  ]),
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "No setting is one that moves a request",
      `"managedAuth.results.column": {`,
      `"managedAuth.baseUrl": {`,
      "are of the kinds that may be one: what is told, and where a result opens",
    ],
    [
      "The token stays on the user's side of a remote window",
      `"ui",`,
      ``,
      "runs where the keyring is, in any workspace, and activates after startup",
    ],
  ]),
];
