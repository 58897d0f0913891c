import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import ts from "typescript";
import type { ManagedAuthCreateRequest } from "../../../../src/api/schemas.ts";
import { isSafeInCode, type CodeTarget } from "../../../../src/domain/code/codeTarget.ts";
import { previewFormats, requestPreview } from "../../../../src/domain/code/requestPreview.ts";
import { diagnosticLines, compiled } from "../compiled.ts";

const root = join(import.meta.dirname, "../../../..");
const codeTarget: CodeTarget = {
  baseUrl: "https://api.example.com",
  variable: "KERNEL_TOKEN_API_EXAMPLE_COM",
};
const sandbox: CodeTarget = {
  baseUrl: "http://127.0.0.1:4000",
  variable: "KERNEL_SANDBOX_TOKEN",
  remark: "It's a sandbox.\n\u2028'; touch /tmp/managed-auth-was-here",
};

const small: ManagedAuthCreateRequest = { domain: "example.com", profile_name: "work" };
const fullRequest: ManagedAuthCreateRequest = {
  domain: "example.com",
  profile_name: "work",
  allowed_domains: ["sso.example.com", "login.example.org"],
  auto_reauth: false,
  browser: {
    proxy: { id: "proxy_1" },
    stealth: true,
    telemetry: {
      enabled: true,
      browser: { control: { enabled: true }, network: { enabled: false } },
      export: { otlp: { destination: { name: "honeycomb" } } },
    },
  },
  credential: { provider: "vault", auto: true },
  health_check_interval: 3600,
  health_checks: true,
  login_url: "https://example.com/login?next='/'&x=1",
  record_session: false,
  save_credentials: true,
};

/** Names with special meaning in shells, terminals or one of the languages. */
const hostileTexts = [
  `it's "quoted" and 'quoted'`,
  "$(touch /tmp/managed-auth-was-here)",
  "`touch /tmp/managed-auth-was-here`",
  "${HOME} $HOME $KERNEL_API_KEY %PATH% %s !!",
  "'; rm -rf / #",
  "back\\slash \\n \\' \\\" \\u0041 \\",
  "line\nbreak\r\nand\ttab",
  "\u0000\u0007\u001b[31m\u007f\u0085\u2028\u2029",
  "\u202Etxt.exe\u2066",
  "pro\u200bd \u00ad\u3164\ufeff \u{e0001}\u{e0041} 👩\u200d👩\u200d👧",
  "\ud83d half a character",
  "🔑 schlüssel 鍵",
  '"""',
  "'''",
  "*/ // /* -->",
  "{f} {0} #{x} <b>",
  "True False None null true",
  "--data @/etc/passwd",
  "@/etc/passwd",
];
const requests: readonly ManagedAuthCreateRequest[] = [
  small,
  fullRequest,
  ...hostileTexts.map((name) => ({
    ...fullRequest,
    profile_name: name,
    credential: { provider: name, path: name },
  })),
  ...fc
    .sample(fc.string({ unit: "binary", minLength: 1 }), { numRuns: 100, seed: 7 })
    .map((name) => ({ ...small, profile_name: name })),
];

describe("the JSON preview", () => {
  it("is the indented request body", () => {
    assert.equal(
      requestPreview(small, "json", codeTarget),
      '{\n  "domain": "example.com",\n  "profile_name": "work"\n}',
    );
    for (const request of requests)
      assert.deepEqual(JSON.parse(requestPreview(request, "json", codeTarget)), request);
  });
});

/** Characters with special meaning in a shell, quoted or not. */
const ofShells = /[&|<>^%!$`\u2018-\u201F]/;

describe("a preview with a project", () => {
  it("contains the project header in every executable format", () => {
    for (const [form, part] of [
      ["curl", "\n  --header 'X-Kernel-Project-Id: proj_1' \\\n"],
      ["typescript", `, defaultHeaders: { "X-Kernel-Project-Id": "proj_1" } });`],
      ["python", `, default_headers={ "X-Kernel-Project-Id": "proj_1" })`],
    ] as const)
      assert.ok(requestPreview(small, form, { ...codeTarget, projectId: "proj_1" }).includes(part), form);
    for (const form of previewFormats)
      assert.doesNotMatch(requestPreview(small, form, codeTarget), /project/i);
  });

  it("is possible only for project IDs without special characters", () =>
    assert.deepEqual(["proj_1", "a-B", "", "a'b", "$(a)", "a b", "a\n"].map(isSafeInCode), [
      ...[true, true],
      ...[false, false, false, false, false],
    ]));
});

describe("the curl preview", () => {
  it("passes the token from an environment variable and the body as JSON", () =>
    assert.equal(
      requestPreview({ ...small, allowed_domains: ["a.example"] }, "curl", codeTarget),
      `printf 'Authorization: Bearer %s\\n' "\${KERNEL_TOKEN_API_EXAMPLE_COM:?}" |
  curl --globoff --request POST --header @- \\
  --header 'Content-Type: application/json' \\
  --data '{"domain":"example.com","profile_name":"work","allowed_domains":["a.example"]}' \\
  --url "https://api.example.com/auth/connections"
`,
    ));

  const addresses = [
    codeTarget,
    sandbox,
    { ...codeTarget, baseUrl: "http://127.0.0.1:4000/it's/$(id)/`id`/a&b|c!d[1-3]" },
  ];

  for (const shell of ["sh", "bash", "dash", "zsh"]) {
    const skip = spawnSync(shell, ["-c", ":"]).status !== 0 && `no ${shell}`;
    it(`passes the exact arguments to curl in ${shell}, even with hostile names`, { skip }, () => {
      const calls = addresses.flatMap((address) => requests.map((request) => ({ address, request })));
      const script = calls.map(({ address, request }) => requestPreview(request, "curl", address)).join("\n");
      // Replaces curl with a function that prints its arguments and its input, each terminated by NUL.
      const double = `curl() { printf '%s\\0' "$@"; read -r l; printf '%s\\0' "$l"; }`;
      const output = execFileSync(shell, ["-s"], {
        input: `${double}\n${script}`,
        encoding: "utf8",
        env: { [codeTarget.variable]: "sk_1", [sandbox.variable]: "sk_1" },
      });
      const allArgs = output.split("\0").slice(0, -1);
      assert.equal(allArgs.length, calls.length * 12);
      for (const [index, { address, request }] of calls.entries()) {
        const args = allArgs.slice(index * 12, index * 12 + 12);
        assert.deepEqual(args.toSpliced(8, 1), [
          ...["--globoff", "--request", "POST", "--header", "@-"],
          ...["--header", "Content-Type: application/json", "--data"],
          ...["--url", `${address.baseUrl}/auth/connections`, "Authorization: Bearer sk_1"],
        ]);
        assert.deepEqual(JSON.parse(args[8] ?? ""), request);
      }
    });
  }

  it("doesn't run curl without a token", () => {
    const script = `curl() { read -r l; }\n${requestPreview(small, "curl", codeTarget)}`;
    const { status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8", env: {} });
    assert.notEqual(status, 0);
    assert.match(stderr, /KERNEL_TOKEN_API_EXAMPLE_COM/);
  });

  /**
   * Checks the rules of cmd.exe for pasted lines. Only `"` quotes text. Outside quotes, & | < > ^ are special, and %
   * and ! are special everywhere. The first word of each line is a command, because a backslash doesn't continue a
   * line.
   */
  it("contains no unescaped characters that cmd.exe would interpret", () => {
    for (const address of addresses)
      for (const request of requests) {
        const lines = requestPreview(request, "curl", address).trimEnd().split("\n");
        const own = address.remark === undefined ? lines : lines.slice(1);
        assert.deepEqual(
          own.map((line) => line.trimStart().split(" ", 1)[0]),
          ["printf", "curl", "--header", "--data", "--url"],
        );
        const [, , , data = "", url = ""] = own;
        assert.doesNotMatch(data, ofShells);
        const text = /^ {2}--data '(.*)' \\$/.exec(data)?.[1] ?? assert.fail(data);
        assert.doesNotMatch(text, /'|\\["\\]/);
        assert.doesNotMatch(url.replaceAll(/"[^"]*"/g, ""), /[&|<>^]/);
      }
  });
});

describe("the TypeScript preview", () => {
  it("posts the request body with a client from the official SDK", () =>
    assert.equal(
      requestPreview(small, "typescript", codeTarget),
      `// npm i @onkernel/sdk
async function main() {
  const { Kernel } = await import("@onkernel/sdk");

  const apiKey = process.env["KERNEL_TOKEN_API_EXAMPLE_COM"];
  if (!apiKey) throw new Error("KERNEL_TOKEN_API_EXAMPLE_COM is not set");
  const client = new Kernel({ apiKey, baseURL: "https://api.example.com" });
  const connection = await client.post("/auth/connections", {
    body: {
      "domain": "example.com",
      "profile_name": "work"
    },
  });
  console.log(connection);
}

void main();
`,
    ));

  it("compiles against the official SDK, even with hostile names", () => {
    const files = new Map(
      requests.map((request, index) => [
        join(root, `preview-${index}.mts`),
        `${requestPreview(request, "typescript", codeTarget)}export {};\n`,
      ]),
    );
    const program = compiled(files);
    assert.deepEqual(diagnosticLines(program), []);
    for (const [index, file] of [...files.keys()].entries()) {
      let body: string | undefined;
      const visit = (node: ts.Node): void => {
        if (ts.isPropertyAssignment(node) && node.name.getText() === "body")
          body = node.initializer.getText();
        else ts.forEachChild(node, visit);
      };
      visit(program.getSourceFile(file) ?? assert.fail());
      assert.deepEqual(JSON.parse(body ?? ""), requests[index]);
    }
  });

  it("compiles in CommonJS and inside a function", () => {
    const text = requestPreview(fullRequest, "typescript", codeTarget);
    const files = [text, `async function outer() {\n${text}}\n`].map(
      (program, index) => [join(root, `preview-${index}.cts`), `${program}export {};\n`] as const,
    );
    assert.deepEqual(diagnosticLines(compiled(new Map(files))), []);
  });

  it("fails to compile if the SDK lacks the method", () => {
    const text = requestPreview(small, "typescript", codeTarget).replace("client.post", "client.postAll");
    assert.match(diagnosticLines(compiled(new Map([[join(root, "preview.mts"), text]]))).join(), /postAll/);
  });
});

/** For each program of a JSON list, prints the arguments of its call of `client.post`. */
const pythonReader = `
import ast, json, sys
found = []
for text in json.load(sys.stdin):
    call = next(
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "client.post"
    )
    [path] = [ast.literal_eval(one) for one in call.args]
    keywords = {one.arg: one.value for one in call.keywords}
    found.append([path, ast.unparse(keywords["cast_to"]), ast.literal_eval(keywords["body"])])
json.dump(found, sys.stdout)
`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("the Python preview", () => {
  it("posts the request body with a client from the official SDK", () =>
    assert.equal(
      requestPreview(
        { ...small, record_session: true, allowed_domains: ["a.example"] },
        "python",
        codeTarget,
      ),
      `# pip install kernel
import os

from kernel import Kernel

client = Kernel(api_key=os.environ["KERNEL_TOKEN_API_EXAMPLE_COM"], base_url="https://api.example.com")
connection = client.post(
    "/auth/connections",
    cast_to=object,
    body={
        "domain": "example.com",
        "profile_name": "work",
        "record_session": True,
        "allowed_domains": ["a.example"],
    },
)
print(connection)
`,
    ));

  it(
    "parses as Python with the exact body, even with hostile names",
    { skip: !hasPython && "no python3" },
    () => {
      const output = execFileSync("python3", ["-c", pythonReader], {
        input: JSON.stringify(requests.map((request) => requestPreview(request, "python", codeTarget))),
        encoding: "utf8",
      });
      assert.deepEqual(
        JSON.parse(output),
        requests.map((request) => ["/auth/connections", "object", request]),
      );
    },
  );
});

describe("every request preview", () => {
  it("contains no control or text direction characters", () => {
    for (const format of previewFormats)
      for (const request of requests) {
        assert.doesNotMatch(
          requestPreview(request, format, codeTarget),
          /(?!\n)\p{Cc}|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }
  });

  it("names the token's environment variable, except in JSON, and contains no token", () => {
    for (const target of [codeTarget, sandbox])
      for (const format of previewFormats) {
        const text = requestPreview(fullRequest, format, target);
        assert.equal(text.includes(target.variable), format !== "json");
        assert.doesNotMatch(text, /sk_|KERNEL_API_KEY|Bearer (?!%s)/);
      }
  });

  it("starts with commented install instructions unless it is JSON", () => {
    const firstLines = previewFormats.map(
      (target) =>
        requestPreview(small, target, sandbox)
          .replace(/^.*\bi(?:nstall)? .*\n/, "")
          .split("\n", 1)[0],
    );
    const shown = "It's a sandbox.��'; touch /tmp/managed-auth-was-here";
    assert.deepEqual(firstLines, ["{", `: '${shown.replaceAll("'", "’")}'`, `// ${shown}`, `# ${shown}`]);
  });
});
