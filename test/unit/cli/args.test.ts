import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { helpPage, readArgs } from "../../../src/cli/args.ts";

const fault = (line: string): string => {
  const read = readArgs(line.split(" ").filter((word) => word !== ""));
  assert.ok(typeof read === "object" && "fault" in read, JSON.stringify(read));
  return read.fault;
};

describe("the arguments", () => {
  it("are a command, a file and options, in any order", () => {
    const read = readArgs(["--json", "apply", "--yes", "--prune", "a.jsonc", "--base-url=https://x.example"]);
    assert.deepEqual(read, {
      command: "apply",
      operands: ["a.jsonc"],
      help: false,
      version: false,
      json: true,
      "base-url": "https://x.example",
      yes: true,
      prune: true,
      replace: false,
    });
  });

  it("ask for the page, or the version", () => {
    for (const line of [[], ["--help"], ["plan", "-h"]]) assert.equal(readArgs(line), "help");
    assert.equal(readArgs(["--version"]), "version");
  });

  for (const [line, words] of [
    ["bogus", "Unknown command “bogus”"],
    ["--json", "A command is missing"],
    ["plan a b", "“plan” doesn't accept “b”"],
    ["plan --yes", "“plan” doesn't accept --yes"],
    ["validate --base-url https://x.example", "“validate” doesn't accept --base-url"],
    ["apply", "“apply” changes the service: run “plan” first, then add --yes"],
    ["apply --yes --replace", "--replace requires --prune"],
    ["ensure bank.example", "“ensure” needs a domain and a profile"],
    ["plan --bogus", "Unknown option '--bogus'"],
    ["plan --out", "Option '--out <value>' argument missing"],
  ] as const)
    it(`are refused: ${line}`, () => assert.equal(fault(line), words));

  it("have every command and option on the page, which a terminal shows whole", () => {
    for (const word of "plan apply import validate ensure status --out --yes --plan-file --prune --replace --project --base-url --json --version --help KERNEL_API_KEY NO_COLOR".split(
      " ",
    ))
      assert.ok(helpPage.includes(word), word);
    for (const line of helpPage.split("\n")) assert.ok(line.length <= 80, line);
  });
});
