// Runs generated code against the sandbox and checks the connection that it creates.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { sandboxVariable, type CodeTarget } from "../../src/domain/code/codeTarget.ts";
import { requestPreview } from "../../src/domain/code/requestPreview.ts";
import { root } from "../host/paths.ts";
import { run } from "../host/processes.ts";
import { emptiedSandbox, listening, objectOf, send, token } from "../unit/sandbox/support.ts";

const names = [
  "work",
  `it's "quoted" & $HOME %PATH% \`id\` !! ^ | < > \\ ’ é 🔑`,
  "'; exit 1 #",
  "[1-3]{a,b}",
  "line\nbreak",
];

const isInstalled = (command: string): boolean => spawnSync(command, ["--version"]).status === 0;

/** Replaces the Python SDK, which isn't installed, with a few lines of code. */
const python = `
import json, sys, types, urllib.request
class Kernel:
    def __init__(self, api_key, base_url):
        self.api_key, self.base_url = api_key, base_url
    def post(self, path, cast_to, body):
        headers = {"Authorization": "Bearer " + self.api_key, "Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return json.load(urllib.request.urlopen(urllib.request.Request(self.base_url + path, data, headers)))
module = types.ModuleType("kernel")
module.Kernel = Kernel
sys.modules["kernel"] = module
exec(sys.argv[1])
`;

for (const { command, format, missing, name } of [
  ...["sh", "bash", "dash"].map((shell) => ({
    name: `curl in ${shell}`,
    format: "curl" as const,
    command: (code: string) => [shell, "-c", code],
    missing: !isInstalled("curl") || spawnSync(shell, ["-c", ":"]).status !== 0,
  })),
  ...["module", "commonjs"].map((kind) => ({
    name: `the official SDK in Node.js, as ${kind}`,
    format: "typescript" as const,
    command: (code: string) => [process.execPath, `--input-type=${kind}-typescript`, "--eval", code],
    missing: false,
  })),
  {
    name: "Python",
    format: "python" as const,
    command: (code: string) => ["python3", "-c", python, code],
    missing: !isInstalled("python3"),
  },
])
  describe(`the generated code for ${name}`, { skip: missing && `no ${name}` }, () => {
    for (const [index, profile_name] of names.entries())
      it(`creates a connection with the profile name ${profile_name}`, async (t) => {
        const { port } = (await emptiedSandbox(t)).identity;
        const place: CodeTarget = {
          baseUrl: `http://127.0.0.1:${port}`,
          variable: sandboxVariable,
          remark: "It's a sandbox.",
        };
        const request = { domain: `d${index}.example.com`, profile_name, allowed_domains: ["format.com"] };
        const [program = "", ...args] = command(requestPreview(request, format, place));
        // Sets another variable with a token, which the code must not read.
        const env = {
          ...process.env,
          [sandboxVariable]: token,
          KERNEL_API_KEY: "sk_of_somebody_else",
          no_proxy: "*",
        };
        const { code, stderr } = await run(program, args, { cwd: root, env });
        assert.equal(code, 0, stderr);
        const { body } = await send(port, { method: "GET", path: "/auth/connections?limit=100" });
        assert.ok(Array.isArray(body));
        const list: readonly unknown[] = body;
        const created = list.map(objectOf).filter(({ domain }) => domain === request.domain);
        assert.deepEqual(
          created.map((one) => [one["profile_name"], one["allowed_domains"]]),
          [[profile_name, request.allowed_domains]],
        );
      });

    it("sends no token if the environment variable is missing", async (t) => {
      const authorizations: unknown[] = [];
      const stranger = createServer(({ headers }, response) => {
        authorizations.push(headers.authorization);
        response.end("{}");
      });
      const port = await listening(t, stranger);
      const place = { baseUrl: `http://127.0.0.1:${port}`, variable: sandboxVariable };
      const [program = "", ...args] = command(
        requestPreview({ domain: "a.example", profile_name: "work" }, format, place),
      );
      const env = {
        ...process.env,
        [sandboxVariable]: undefined,
        KERNEL_API_KEY: "sk_of_somebody_else",
        no_proxy: "*",
      };
      assert.match((await run(program, args, { cwd: root, env })).stderr, /KERNEL_SANDBOX_TOKEN/);
      assert.deepEqual(
        authorizations.filter((authorization) => authorization !== undefined),
        [],
      );
    });
  });
