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
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "The token stays on the user's side of a remote window",
      `"ui",`,
      ``,
      "runs where the keyring is, in any workspace, and never unasked",
    ],
  ]),
];
