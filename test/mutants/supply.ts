// Guards of the build and of bundled code.
import { guards, type Mutant } from "./mutant.ts";

export const supplyGuards: readonly Mutant[] = [
  ...guards(".config/eslint.config.mjs", "test/lint.test.ts", [
    ["The page's HTML has one home", `='html']`, `='markup']`, "reports panel.webview.html = text;"],
    [
      "Requests have one home",
      `window|self)$/][property`,
      `window|self)$/][computed=true][property`,
      "reports globalThis.fetch(address);",
    ],
    [
      "Nothing is trusted Markdown",
      `/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|inner`,
      `/^(inner`,
      "reports markdown.isTrusted = true;",
    ],
    [
      "Certificates are checked",
      `Identifier[name=/^(rejectUnauthorized|`,
      `Identifier[name=/^(`,
      "reports connect({ rejectUnauthorized: false });",
    ],
  ]),
  ...guards(".npmrc", "test/lockFile.test.ts", [
    [
      "Install scripts never run",
      `ignore-scripts=true`,
      `ignore-scripts=false`,
      "lists the two packages with install scripts, which never run",
    ],
  ]),
  ...guards(".vscodeignore", "test/package.test.ts", [
    [
      "Only what is listed ships",
      `!dist/page.css`,
      `!dist/page.css\n!.npmrc`,
      "contains exactly the files in test/package/files.json",
    ],
  ]),
  ...guards(".config/package.mjs", "test/package.test.ts", [
    [
      "A package is of no time",
      `Date.UTC(2000, 0, 1)`,
      `process.hrtime()[1] * 1000`,
      "is identical when built with different folders, time zones, locales and umasks",
    ],
  ]),
  ...guards("esbuild.mjs", "test/package.test.ts", [
    [
      "No source map ships",
      `sourcemap: production ? false : "linked"`,
      `sourcemap: "inline"`,
      "contains no local path, no source map and no secret",
    ],
    [
      "Licences ship with what is built in",
      `return \`\${name} \${version} (\${license})\\n\\n\${text.trim()}\\n\`;`,
      `return \`\${name} \${version} (\${license})\\n\${text.length}\\n\`;`,
      "contains the MIT licences of the bundled packages",
    ],
  ]),
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "No setting is one that moves a request",
      `"managedAuth.results.column": {`,
      `"managedAuth.baseUrl": {`,
      "cover only notices and where results open",
    ],
    [
      "The token stays on the user's side of a remote window",
      `"ui",`,
      ``,
      "prefers the local host, supports any workspace and activates after startup",
    ],
  ]),
];
