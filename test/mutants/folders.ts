const domain = "test/unit/domain";
const connections = "test/unit/editor/connections";
const resources = "test/unit/editor/resources";
const kinds = [
  `${resources}/*/{checks,create,edit,show,change,delete,profiles}.test.ts`,
  `${resources}/conformance.test.ts`,
];

/** Folders that `npm run test:mutants` has covered, with the tests of other folders that use their code. */
export const folders: Readonly<Record<string, readonly string[]>> = {
  "src/api": [
    ...kinds,
    ...["cli", "domain/resources", "editor/files"].map((folder) => `test/unit/${folder}/*.test.ts`),
    `${connections}/login/answerLogin.test.ts`,
    "test/contract/{*Changes,*Forms,*Operations,client,commandLine,context,following,proxies,reads,stream}.test.ts",
    "test/faults/sending.test.ts",
  ],
  "src/domain/code": [
    `${connections}/creation/preview*.test.ts`,
    `${connections}/use/*.test.ts`,
    "test/contract/{sandboxBrowsers,snippets}.test.ts",
  ],
  "src/domain/connections": [`${domain}/*/*.test.ts`, `${connections}/shown/*.test.ts`],
  "src/domain/draft": ["", "/connections", "/file"].map((folder) => `${domain}${folder}/*.test.ts`),
  "src/domain/entitlements": [`${domain}/usage.test.ts`, "test/unit/editor/entitlements/*.test.ts"],
  "src/domain/file": [
    ...["contract/commandLine", "schema", "workflows"].map((name) => `test/${name}.test.ts`),
    ...["cli", "editor/files", "editor/tools"].map((folder) => `test/unit/${folder}/*.test.ts`),
  ],
  "src/domain/login": [
    "test/unit/editor/logins/*.test.ts",
    `${connections}/login/{answerLogin,ensureLogins}.test.ts`,
  ],
  "src/domain/resources": [
    ...kinds,
    `${resources}/proxies/check.test.ts`,
    "test/unit/editor/sidebar/resourcesTree.test.ts",
  ],
  "src/domain/text": [`${domain}/**/*.test.ts`, `${resources}/conformance.test.ts`],
  "src/editor/resourceEngine": kinds,
};
