/** Options for `npm run test:mutants`. test/mutants/tool.ts adds the folder and its tests. */
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
  // Runs a test file only for mutants that the file reaches.
  coverageAnalysis: "perTest",
  // Mutated Unicode properties don't compile, so that no test of the file would run.
  mutator: { excludedMutations: ["Regex"] },
  // Added to 1.5 times the usual duration. On a quiet machine, only code that never returns takes that long.
  timeoutMS: 10_000,
  concurrency: 2,
  // Ignored by git, so that no tool mistakes the mutated copies for sources.
  tempDirName: ".vscode-test/mutants",
  ignorePatterns: ["dist", ".vscode-test", "*.vsix"],
  reporters: ["progress-append-only"],
  allowConsoleColors: false,
};
