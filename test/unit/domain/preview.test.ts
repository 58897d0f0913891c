import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import ts from "typescript";
import type { ManagedAuthCreateRequest } from "../../../src/api/schemas.ts";
import { previewFormats, requestPreview } from "../../../src/domain/preview.ts";

const root = join(import.meta.dirname, "../../..");
const baseUrl = "https://api.example.com";

const small: ManagedAuthCreateRequest = { domain: "example.com", profile_name: "work" };
const whole: ManagedAuthCreateRequest = {
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

/** Names that mean something to a shell, a terminal or one of the languages. */
const hostile = [
  `it's "quoted" and 'quoted'`,
  "$(touch /tmp/managed-auth-was-here)",
  "`touch /tmp/managed-auth-was-here`",
  "${HOME} $HOME $KERNEL_API_KEY %PATH% %s !!",
  "'; rm -rf / #",
  "back\\slash \\n \\' \\\" \\u0041 \\",
  "line\nbreak\r\nand\ttab",
  "\u0000\u0007\u001b[31m\u007f\u0085\u2028\u2029",
  "\u202Etxt.exe\u2066",
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
  whole,
  ...hostile.map((name) => ({ ...whole, profile_name: name, credential: { provider: name, path: name } })),
  ...fc
    .sample(fc.string({ unit: "binary", minLength: 1 }), { numRuns: 100, seed: 7 })
    .map((name) => ({ ...small, profile_name: name })),
];

describe("a request as JSON", () => {
  it("is the body that is sent, indented", () => {
    assert.equal(
      requestPreview(small, "json", baseUrl),
      '{\n  "domain": "example.com",\n  "profile_name": "work"\n}',
    );
    for (const request of requests)
      assert.deepEqual(JSON.parse(requestPreview(request, "json", baseUrl)), request);
  });
});

describe("a request for curl", () => {
  it("reads like this", () => {
    assert.equal(
      requestPreview(small, "curl", baseUrl),
      `curl --request POST 'https://api.example.com/auth/connections' \\
  --header "Authorization: Bearer $KERNEL_API_KEY" \\
  --header 'Content-Type: application/json' \\
  --data '{
  "domain": "example.com",
  "profile_name": "work"
}'
`,
    );
  });

  it("hands curl these arguments in a real shell, whatever the names are", () => {
    const addresses = [baseUrl, "http://127.0.0.1:4000/it's/$(id)/`id`"];
    const calls = addresses.flatMap((address) => requests.map((request) => ({ address, request })));
    const script = calls.map(({ address, request }) => requestPreview(request, "curl", address)).join("\n");
    // The shell's own printf writes what curl would be given, each argument ended by NUL.
    const output = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${script}`], {
      encoding: "utf8",
      env: { KERNEL_API_KEY: "sk_1" },
    });
    const given = output.split("\0").slice(0, -1);
    assert.equal(given.length, calls.length * 9);
    for (const [index, { address, request }] of calls.entries()) {
      const args = given.slice(index * 9, index * 9 + 9);
      assert.deepEqual(args.slice(0, 8), [
        "--request",
        "POST",
        `${address}/auth/connections`,
        "--header",
        "Authorization: Bearer sk_1",
        "--header",
        "Content-Type: application/json",
        "--data",
      ]);
      assert.deepEqual(JSON.parse(args[8] ?? ""), request);
    }
  });
});

describe("a request for the TypeScript SDK", () => {
  it("reads like this", () => {
    assert.equal(
      requestPreview(small, "typescript", baseUrl),
      `import Kernel from "@onkernel/sdk";

const client = new Kernel({ apiKey: process.env["KERNEL_API_KEY"], baseURL: "https://api.example.com" });
const connection = await client.post("/auth/connections", {
  body: {
    "domain": "example.com",
    "profile_name": "work"
  },
});
console.log(connection);
`,
    );
  });

  /** The files as a strict compiler with the SDK's own types sees them. */
  function compiled(files: ReadonlyMap<string, string>): ts.Program {
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      types: ["node"],
    };
    const host = ts.createCompilerHost(options);
    const read = host.readFile.bind(host);
    const exists = host.fileExists.bind(host);
    const source = host.getSourceFile.bind(host);
    host.readFile = (file) => files.get(file) ?? read(file);
    host.fileExists = (file) => files.has(file) || exists(file);
    host.getSourceFile = (file, version, ...rest) => {
      const text = files.get(file);
      return text === undefined
        ? source(file, version, ...rest)
        : ts.createSourceFile(file, text, version, true);
    };
    host.getCurrentDirectory = () => root;
    return ts.createProgram([...files.keys()], options, host);
  }

  const complaints = (program: ts.Program): readonly string[] =>
    ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) =>
          `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      );

  it("compiles against the official SDK and says the same body, whatever the names are", () => {
    const files = new Map(
      requests.map((request, index) => [
        join(root, `preview-${index}.mts`),
        requestPreview(request, "typescript", baseUrl),
      ]),
    );
    const program = compiled(files);
    assert.deepEqual(complaints(program), []);
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

  it("would not compile if the SDK took no such call", () => {
    const text = requestPreview(small, "typescript", baseUrl).replace("client.post", "client.postAll");
    assert.match(complaints(compiled(new Map([[join(root, "preview.mts"), text]]))).join(), /postAll/);
  });
});

/** Prints, for each program of a JSON list, what its call of `client.post` is given. */
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

describe("a request for the Python SDK", () => {
  it("reads like this", () => {
    assert.equal(
      requestPreview({ ...small, record_session: true, allowed_domains: ["a.example"] }, "python", baseUrl),
      `import os

from kernel import Kernel

client = Kernel(api_key=os.environ["KERNEL_API_KEY"], base_url="https://api.example.com")
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
    );
  });

  it("is Python and says the same body, whatever the names are", { skip: !hasPython && "no python3" }, () => {
    const programs = requests.map((request) => requestPreview(request, "python", baseUrl));
    const output = execFileSync("python3", ["-c", pythonReader], {
      input: JSON.stringify(programs),
      encoding: "utf8",
    });
    assert.deepEqual(
      JSON.parse(output),
      requests.map((request) => ["/auth/connections", "object", request]),
    );
  });
});

describe("every preview", () => {
  it("hides nothing: no control character but its own line breaks, no change of direction", () => {
    for (const format of previewFormats) {
      for (const request of requests) {
        assert.doesNotMatch(
          requestPreview(request, format, baseUrl),
          /(?!\n)\p{Cc}|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }
    }
  });

  it("names the token by its variable alone", () => {
    for (const format of previewFormats) {
      const text = requestPreview(whole, format, baseUrl);
      assert.equal(text.includes("KERNEL_API_KEY"), format !== "json");
      assert.doesNotMatch(text, /sk_|Bearer (?!\$KERNEL_API_KEY")/);
    }
  });
});
