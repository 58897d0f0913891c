/** Which changes `npm run test:mutants` tries, and how their tests run: test/mutants/tool.ts adds the folder and its tests. */
export default {
  plugins: ["@stryker-mutator/tap-runner", "./.config/mutatedWords.mjs"],
  ignorers: ["words"],
  testRunner: "tap",
  tap: {
    nodeArgs: [
      ..."--import ./test/doubles/register.ts -r {{hookFile}}".split(" "),
      ..."--test-reporter ./test/mutants/tap.ts {{testFile}}".split(" "),
    ],
  },
  // A test file runs for a change only where it reaches the changed line.
  coverageAnalysis: "perTest",
  // Changed properties of Unicode do not compile, and then no test of the whole file runs.
  mutator: { excludedMutations: ["Regex"] },
  // Beside one and a half times what its tests take: only code that never returns takes as long, on a machine that is quiet.
  timeoutMS: 10_000,
  concurrency: 2,
  // What git ignores: the copies of the sources that are changed there must not be read as sources.
  tempDirName: ".vscode-test/mutants",
  ignorePatterns: ["dist", ".vscode-test", "*.vsix"],
  reporters: ["progress-append-only"],
  allowConsoleColors: false,
};
