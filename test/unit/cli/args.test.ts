import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { helpPage, parseCommandLine } from "../../../src/cli/args.ts";

const fault = (line: string): string => {
  const read = parseCommandLine(line.split(" ").filter((word) => word !== ""));
  assert.ok(typeof read === "object" && "fault" in read, JSON.stringify(read));
  return read.fault;
};

describe("parseCommandLine", () => {
  it("accepts a command, a file and options in any order", () =>
    assert.deepEqual(
      parseCommandLine(["--json", "apply", "--yes", "--prune", "a.jsonc", "--base-url=https://x.example"]),
      {
        command: "apply",
        operands: ["a.jsonc"],
        help: false,
        ids: false,
        version: false,
        json: true,
        "base-url": "https://x.example",
        yes: true,
        prune: true,
        replace: false,
        wait: false,
        timeoutMs: 300_000,
      },
    ));

  it("parses a timeout in seconds, minutes or hours", () => {
    for (const [text, ms] of [
      ["90", 90_000],
      ["90s", 90_000],
      ["10m", 600_000],
      ["1h", 3_600_000],
    ] as const) {
      const read = parseCommandLine(["ensure", "a.example", "p", "--timeout", text]);
      assert.ok(typeof read === "object" && "timeoutMs" in read);
      assert.equal(read.timeoutMs, ms);
    }
  });

  it("recognizes arguments that request the help page or the version", () => {
    for (const line of [[], ["--help"], ["plan", "-h"], ["help"], ["help", "plan"]])
      assert.equal(parseCommandLine(line), "help");
    assert.equal(parseCommandLine(["--version"]), "version");
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
    ["browsers list", "“browsers” doesn't accept “list”"],
    ["browsers --yes", "--yes requires “browsers end”"],
    ["browsers end --yes", "“browsers end” needs a name, handle or session ID"],
    ["browsers end a", "“browsers end” ends browsers: run “browsers” first, then add --yes"],
    ["browsers end a --yes --ids", "“browsers end” doesn't accept --ids"],
    ["plan --bogus", "Unknown option '--bogus'"],
    ["plna", "Unknown command “plna”. Did you mean “plan”?"],
    ["aply --yes", "Unknown command “aply”. Did you mean “apply”?"],
    ["plan --jsn", "Unknown option '--jsn'. Did you mean “--json”?"],
    ["apply --planfile x", "Unknown option '--planfile'. Did you mean “--plan-file”?"],
    ["ensure a.example p --timeout soon", "--timeout must be a time such as 90s or 10m"],
    ["ensure a.example p --timeout 0", "--timeout must be a time such as 90s or 10m"],
    ["plan --timeout 5", "“plan” doesn't accept --timeout"],
    ["plan --out", "Option '--out <value>' argument missing"],
    ["plan --project --json", "Option '--project' argument is ambiguous"],
    ["plan --project=", "--project is empty"],
  ] as const)
    it(`rejects the arguments "${line}" and explains the mistake`, () => assert.equal(fault(line), words));

  it("rejects an empty argument, such as an unset variable in quotes", () => {
    assert.deepEqual(parseCommandLine(["plan", ""]), { fault: "An argument is empty" });
    assert.deepEqual(parseCommandLine(["plan", "--out", ""]), { fault: "--out is empty" });
  });

  it("lists every command and option in a help page of 80 columns", () => {
    for (const word of "plan apply import validate ensure status browsers --ids --out --yes --plan-file --prune --replace --project --base-url --json --version --help help --timeout --wait KERNEL_API_KEY KERNEL_BASE_URL ALL_PROXY NO_PROXY NO_COLOR".split(
      " ",
    ))
      assert.ok(helpPage.includes(word), word);
    for (const line of helpPage.split("\n")) assert.ok(line.length <= 80, line);
  });
});
