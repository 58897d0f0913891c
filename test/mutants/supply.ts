// What ships, and what may stand in the code.
import { guards, type Mutant } from "./mutant.ts";

const same = "is the same, byte for byte, from two folders, time zones, languages and masks of modes";
const planted = (code: string): string => `finds ${code}`;

export const supplyGuards: readonly Mutant[] = [
  ...guards(".config/package.mjs", "test/package.test.ts", [
    ["A package is of no time zone", `process.env.TZ = "UTC";`, ``, same],
    ["A package is of no user", `await chmod(copy, 0o644);`, ``, same],
    ["A package is of no time", `Date.UTC(2000, 0, 1)`, `process.hrtime()[1] * 1000`, same],
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
  ...guards(".vscodeignore", "test/package.test.ts", [
    [
      "Only what is listed ships",
      `!dist/page.css`,
      `!dist/page.css\n!.npmrc`,
      "holds exactly the files that test/package/files.json lists",
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
  ...guards(".config/eslint.config.mjs", "test/lint.test.ts", [
    [
      "Messages have one home",
      `^show(Information|`,
      `^show(`,
      planted("vscode.window.showInformationMessage(text);"),
    ],
    [
      "Links have one home",
      `[callee.property.name='openExternal']`,
      `[a]`,
      planted("env.openExternal(uri);"),
    ],
    ["The page's HTML has one home", `='html']`, `='markup']`, planted("panel.webview.html = text;")],
    [
      "Requests have one home",
      `window|self)$/][property`,
      `window|self)$/][computed=true][property`,
      planted("globalThis.fetch(address);"),
    ],
    [
      "Nothing is trusted Markdown",
      `/^(isTrusted|supportHtml|supportThemeIcons|enableCommandUris|inner`,
      `/^(inner`,
      planted("markdown.isTrusted = true;"),
    ],
    [
      "There are no settings",
      `='getConfiguration'`,
      `='getConfig'`,
      planted("workspace.getConfiguration('managedAuth').get('baseUrl');"),
    ],
    [
      "Certificates are checked",
      `Identifier[name=/^(rejectUnauthorized|`,
      `Identifier[name=/^(`,
      planted("connect({ rejectUnauthorized: false });"),
    ],
  ]),
];
