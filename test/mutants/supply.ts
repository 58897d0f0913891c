// Guards of the build and of bundled code.
import { guards, type Mutant } from "./mutant.ts";

export const supplyGuards: readonly Mutant[] = [
  ...guards(".config/eslint.config.mjs", "test/lint.test.ts", [
    [
      "Restricts webview.html to one file",
      `='html']`,
      `='markup']`,
      "report the forbidden code panel.webview.html = text;",
    ],
    [
      "Restricts requests to the client",
      `window|self)$/][property`,
      `window|self)$/][computed=true][property`,
      "report the forbidden code globalThis.fetch(address);",
    ],
    [
      "Forbids trusted Markdown",
      `/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|inner`,
      `/^(inner`,
      "report the forbidden code markdown.isTrusted = true;",
    ],
    [
      "Forbids disabling certificate checks",
      `Identifier[name=/^(rejectUnauthorized|`,
      `Identifier[name=/^(`,
      "report the forbidden code connect({ rejectUnauthorized: false });",
    ],
  ]),
  ...guards(".npmrc", "test/lockFile.test.ts", [
    [
      "Runs no install scripts",
      `ignore-scripts=true`,
      `ignore-scripts=false`,
      "contains only two packages with install scripts",
    ],
  ]),
  ...guards(".vscodeignore", "test/package.test.ts", [
    [
      "Packages listed files only",
      `!dist/page.css`,
      `!dist/page.css\n!.npmrc`,
      "contains exactly the files in test/package/files.json",
    ],
  ]),
  ...guards(".config/package.mjs", "test/package.test.ts", [
    [
      "Builds a reproducible package",
      `Date.UTC(2000, 0, 1)`,
      `process.hrtime()[1] * 1000`,
      "is reproducible in any folder, time zone and locale",
    ],
  ]),
  ...guards("esbuild.mjs", "test/package.test.ts", [
    [
      "Packages no source maps",
      `sourcemap: production ? false : "linked"`,
      `sourcemap: "inline"`,
      "contains no local path, no source map and no secret",
    ],
    [
      "Packages the licences of bundled code",
      `return \`\${name} \${version} (\${license})\\n\\n\${text.trim()}\\n\`;`,
      `return \`\${name} \${version} (\${license})\\n\${text.length}\\n\`;`,
      "contains the MIT licences of the bundled packages",
    ],
  ]),
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "Declares no setting that changes a request",
      `"managedAuth.results.column": {`,
      `"managedAuth.baseUrl": {`,
      "control only notifications and where results open",
    ],
    [
      "Prefers the user's computer in remote windows",
      `"ui",`,
      "prefers the local extension host, supports any workspace and activates after startup",
    ],
  ]),
];
