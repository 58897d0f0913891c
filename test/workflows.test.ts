// Tests files that only GitHub runs or shows: workflows and issue forms must match GitHub's own schema and be safe.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parse } from "yaml";
import * as z from "zod/mini";
import { parseCommandLine } from "../src/cli/args.ts";
import { workflowText } from "../src/domain/file/workflow.ts";
import { root } from "./host/paths.ts";

// GitHub's parser imports its schemas without the JSON import attribute, which Node.js requires.
registerHooks({
  load(url, context, next) {
    if (!/workflow-parser.*\.json$/.test(url)) return next(url, context);
    return {
      format: "module",
      source: `export default ${readFileSync(new URL(url), "utf8")}`,
      shortCircuit: true,
    };
  },
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import("@actions/workflow-parser");

const folder = join(root, ".github", "workflows");
const names = readdirSync(folder);
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

/** Returns the errors that GitHub's own parser finds in a workflow. */
async function errorsIn(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const messages = context.errors.getErrors().map(({ message }) => message);
  if (value === undefined || messages.length > 0) return messages;
  await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

const Workflow = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.looseObject({
      "timeout-minutes": z.number(),
      permissions: z.optional(z.record(z.string(), z.string())),
      environment: z.optional(z.string()),
      steps: z.array(z.looseObject({ uses: z.optional(z.string()), run: z.optional(z.string()) })),
    }),
  ),
});

/** Commits of the actions' versions, as verified in their repositories. */
const pinned: ReadonlyMap<string, string> = new Map([
  ["actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"],
  ["actions/setup-node@820762786026740c76f36085b0efc47a31fe5020", "v7.0.0"],
  ["actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f", "v7.0.0"],
  ["actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c", "v8.0.1"],
  ["actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32", "v4.1.0"],
]);

describe("GitHub workflows", () => {
  it("are only ci.yml and release.yml", () => assert.deepEqual(names, ["ci.yml", "release.yml"]));

  for (const name of names) {
    const text = read(name);
    const workflow = Workflow.parse(parse(text));

    it(`are valid for GitHub's parser: ${name}`, async () =>
      assert.deepEqual(await errorsIn(name, text), []));

    it(`pin every action to a verified commit and its version: ${name}`, () => {
      const used = [...text.matchAll(/uses: (\S+)(?: # (\S+))?/g)];
      assert.ok(used.length > 0);
      for (const [, action = "", version] of used)
        assert.equal(pinned.get(action), version ?? "no version", action);
    });

    it(`limit permissions, run time and the access of code from forks: ${name}`, () => {
      assert.deepEqual(workflow.permissions, { contents: "read" });
      assert.ok(!("pull_request_target" in workflow.on) && !("workflow_run" in workflow.on));
      for (const { "timeout-minutes": minutes } of Object.values(workflow.jobs)) assert.ok(minutes <= 90);
      const checkouts = text.match(/actions\/checkout@/g) ?? [];
      assert.equal((text.match(/persist-credentials: false/g) ?? []).length, checkouts.length);
    });

    it(`insert no external text into commands: ${name}`, () => {
      const runs = Object.values(workflow.jobs).flatMap(({ steps }) => steps.map(({ run = "" }) => run));
      for (const run of runs) assert.doesNotMatch(run, /\$\{\{(?! matrix\.command \}\})/);
    });
  }

  it("test every change on Linux, macOS and Windows", () => {
    const Matrix = z.object({
      jobs: z.object({
        test: z.object({
          strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }),
          steps: z.array(z.looseObject({ run: z.optional(z.string()) })),
        }),
      }),
    });
    const { strategy, steps } = Matrix.parse(parse(read("ci.yml"))).jobs.test;
    const systems = strategy.matrix.os.map((os) => os.split("-")[0]);
    assert.deepEqual(systems, ["ubuntu", "macos", "windows"]);
    const commands = steps.flatMap(({ run }) => run ?? []);
    assert.deepEqual(commands, ["npm ci", "npm test"]);
  });

  it("publish only tested and attested files, from a protected environment", () => {
    const { jobs } = Workflow.parse(parse(read("release.yml")));
    const withSecrets = Object.entries(jobs).filter(([, job]) => JSON.stringify(job).includes("secrets."));
    const places = withSecrets.map(([name, { environment }]) => [name, environment]);
    assert.deepEqual(places, [["publish", "marketplaces"]]);
    assert.match(JSON.stringify(jobs["build"]), /npm test.*npm run package.*attest-build-provenance/);
    assert.match(JSON.stringify(jobs["publish"]), /sha256sum --check/);
  });

  it("are reported by the parser if they are invalid", async () => {
    assert.notDeepEqual(await errorsIn("ci.yml", read("ci.yml").replace("runs-on:", "run-on:")), []);
    assert.notDeepEqual(await errorsIn("ci.yml", read("ci.yml").replace("matrix.os }}", "matrix.os }")), []);
  });
});

describe("workflowText", () => {
  const text = workflowText({
    file: 'a "b".managed-auth.jsonc',
    branch: "release/+1",
    version: "1.2.3",
    sha256: "0".repeat(64),
  });
  const { jobs, on, permissions } = Workflow.parse(parse(text));

  it("is valid for GitHub's parser and pins actions to verified commits", async () => {
    assert.deepEqual(await errorsIn("managed-auth.yml", text), []);
    assert.deepEqual(on["push"], {
      branches: ["release/\\+1"],
      paths: ['a "b".managed-auth.jsonc', ".github/workflows/managed-auth-a-b.yml"],
    });
    const used = [...text.matchAll(/uses: (\S+) # (\S+)/g)];
    assert.equal(used.length, 6);
    for (const [, action = "", version] of used) assert.equal(pinned.get(action), version);
  });

  it("hides the token from forks, protects the apply job and verifies downloads", () => {
    assert.deepEqual([Object.keys(on), permissions], [["pull_request", "push"], { contents: "read" }]);
    const withToken = Object.entries(jobs).filter(([, job]) => JSON.stringify(job).includes("secrets."));
    assert.deepEqual(
      withToken.map(([name, { environment, if: when }]) => [name, environment, when]),
      [
        [
          "plan",
          undefined,
          "github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository",
        ],
        ["apply", "managed-auth", "github.event_name == 'push'"],
      ],
    );
    for (const { steps } of Object.values(jobs)) {
      const runs = steps.flatMap(({ run }) => run ?? []);
      assert.match(runs[0] ?? "", /sha256sum --check/);
      for (const run of runs) assert.doesNotMatch(run, /\$\{\{/);
    }
  });

  it("passes a file name with a leading hyphen as an operand", () => {
    const lines = [...text.matchAll(/managed-auth\.cjs" ([a-z].*"\$FILE")/g)].map(([, line = ""]) => line);
    const read = lines.map((line) =>
      parseCommandLine(line.replace('"$FILE"', "-a.managed-auth.jsonc").split(" ")),
    );
    assert.deepEqual(
      read.map((args) => typeof args === "object" && "command" in args && [args.command, args.operands]),
      ["validate", "plan", "apply"].map((command) => [command, ["-a.managed-auth.jsonc"]]),
    );
  });
});

const validations = z.optional(z.strictObject({ required: z.boolean() }));
const id = z.string().check(z.regex(/^[a-z-]+$/));
/** Returns the schema of a question of one kind. All kinds have a label and a description. */
const question = <Kind extends string, More extends z.core.$ZodShape>(kind: Kind, more: More) => {
  const attributes = z.strictObject({ label: z.string(), description: z.optional(z.string()), ...more });
  return z.strictObject({ type: z.literal(kind), id, attributes, validations });
};
/** The part of GitHub's issue form syntax that our forms use. */
const IssueForm = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: z.string() }) }),
      question("textarea", { render: z.optional(z.string()) }),
      question("input", { placeholder: z.optional(z.string()) }),
      question("dropdown", { options: z.array(z.string()).check(z.minLength(1)) }),
    ]),
  ),
});

describe("issue forms", () => {
  const forms = join(root, ".github", "ISSUE_TEMPLATE");
  for (const name of readdirSync(forms).filter((one) => one !== "config.yml"))
    it(`are valid and have unique IDs: ${name}`, () => {
      const { body } = IssueForm.parse(parse(readFileSync(join(forms, name), "utf8")));
      const ids = body.flatMap((part) => ("id" in part ? [part.id] : []));
      assert.ok(ids.length > 0 && new Set(ids).size === ids.length);
    });

  it("link to the security policy for private reports", () => {
    const Config = z.object({
      blank_issues_enabled: z.literal(false),
      contact_links: z.array(z.object({ url: z.url() })),
    });
    const { contact_links } = Config.parse(parse(readFileSync(join(forms, "config.yml"), "utf8")));
    assert.match(contact_links[0]?.url ?? "", /\/security\/policy$/);
  });
});
