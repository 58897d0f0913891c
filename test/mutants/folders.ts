const domain = "test/unit/domain";
const resources = "test/unit/editor/resources";

/** The folders that `npm run test:mutants` has gone through, each with tests of others that use what is in it. */
export const folders: Readonly<Record<string, readonly string[]>> = {
  "src/domain/connections": [`${domain}/*/*.test.ts`, "test/unit/editor/connections/shown/*.test.ts"],
  "src/domain/deletion": ["credentials/delete", "destinations/delete", "proxies/change"].map(
    (name) => `${resources}/${name}.test.ts`,
  ),
  "src/domain/draft": ["", "/connections", "/file"].map((folder) => `${domain}${folder}/*.test.ts`),
  "src/domain/entitlements": [`${domain}/usage.test.ts`, "test/unit/editor/entitlements/*.test.ts"],
  "src/domain/providers": [],
  "src/domain/text": [`${domain}/**/*.test.ts`, `${resources}/conformance.test.ts`],
  "src/domain/watching": [],
};
