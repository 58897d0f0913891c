import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseConnectionFile } from "../../../../src/domain/file/parseFile.ts";
import {
  hasErrors,
  limitProblems,
  lineAndColumn,
  problemMessage,
} from "../../../../src/domain/file/problem.ts";
import { fileOf, problemsIn } from "./support.ts";
import { column } from "../../../support/rows.ts";
import { withInput } from "../../../support/withInput.ts";

const bank = { domain: "bank.example", profile_name: "ops" };

/** Returns the code and arguments of each problem in a text. */
const codesIn = (text: string): readonly unknown[] =>
  parseConnectionFile(text).problems.map(({ args, code }) => [code, ...args]);

describe("parseConnectionFile", () => {
  it("accepts comments, trailing commas, a byte order mark and every setting", () => {
    const { connections, owns, problems, project } = parseConnectionFile(`\uFEFF{
      // Staging only.
      "version": 1,
      "project": "staging",
      "owns": ["team-*"],
      "connections": [
        {
          "domain": "bank.example", "profile_name": "ops",
          "login_url": "https://bank.example", "allowed_domains": ["sso.bank.example", "*.cdn.example"],
          "credential": { "provider": "vault", "auto": true },
          "health_check_interval": 3600, "health_checks": true, "auto_reauth": false,
          "record_session": true, "save_credentials": false,
          "browser": { "stealth": false, "proxy": { "name": "office" },
            "telemetry": { "enabled": true, "browser": { "console": { "enabled": true } },
              "export": { "otlp": { "destination": { "name": "logs" } } } } },
        },
      ],
    }`);
    assert.deepEqual(problems, []);
    assert.deepEqual([project, owns.map(({ pattern }) => pattern)], ["staging", ["team-*"]]);
    const [entry] = connections;
    assert.ok(entry);
    assert.equal(
      entry.settings.toSorted().join(" "),
      "allowed_domains auto_reauth credential health_check_interval health_checks login_url proxy record_session save_credentials stealth telemetry",
    );
    assert.equal(entry.answers.login_url, "https://bank.example/", "written as it is sent");
  });

  it("replaces a default setting entirely if the entry contains that setting", () => {
    const { connections } = parseConnectionFile(
      fileOf(
        [
          { ...bank, credential: { name: "own" }, browser: { stealth: false } },
          { ...bank, profile_name: "b" },
        ],
        {
          defaults: {
            credential: { provider: "vault", auto: true },
            browser: { stealth: true, proxy: { mode: "direct" } },
          },
        },
      ),
    );
    const [own, usual] = connections.map(({ answers }) => answers);
    assert.deepEqual(own?.credential, { kind: "stored", name: "own" });
    assert.deepEqual([own.stealth, own.proxy], [false, { kind: "direct" }]);
    assert.deepEqual(usual?.credential, { kind: "lookup", provider: "vault" });
    assert.deepEqual(connections[1]?.settings.toSorted(), ["credential", "proxy", "stealth"]);
  });

  it("keeps an empty string or list so that it clears the setting", () => {
    const [entry] = parseConnectionFile(
      fileOf([{ ...bank, login_url: "", allowed_domains: [] }]),
    ).connections;
    assert.deepEqual(entry?.settings.toSorted(), ["allowed_domains", "login_url"]);
    assert.deepEqual([entry.answers.login_url, entry.answers.allowed_domains], [undefined, undefined]);
  });
});

describe("problems in a connection file", () => {
  for (const [input, changes, problem] of withInput([
    [
      { health_check_intervall: 3600 },
      '"health_check_intervall": Unknown key “health_check_intervall”. Did you mean “health_check_interval”?',
    ],
    [{ browser: { stelth: true } }, '"stelth": Unknown key “stelth”. Did you mean “stealth”?'],
    [
      { browser: { telemetry: { enabled: true, browser: { consol: { enabled: true } } } } },
      '"consol": Unknown key “consol”.',
    ],
    [{ profile_name: undefined }, '{ "domain": "bank.example" }: “profile_name” is missing.'],
    [{ health_checks: "yes" }, '"yes": “health_checks” must be: true or false.'],
    [{ health_check_interval: 299 }, "299: “health_check_interval” must be 300 or more."],
    [{ health_check_interval: 86401 }, "86401: “health_check_interval” must be 86400 or less."],
    [{ health_check_interval: 300.5 }, "300.5: “health_check_interval” must be: a whole number."],
    [
      { browser: { proxy: { id: "p", name: "q" } } },
      '{ "id": "p", "name": "q" }: A proxy takes one form: {mode}, {id} or {name}.',
    ],
    [
      { credential: { provider: "vault" } },
      '{ "provider": "vault" }: A credential takes one form: {name}, {provider, path} or {provider, auto: true}.',
    ],
    [
      { credential: null },
      "null: You can replace the credential, not remove it. Leave the key out to keep the credential.",
    ],
    [
      {
        browser: { telemetry: { enabled: true, export: { otlp: { destination: { id: "a", name: "b" } } } } },
      },
      '{ "id": "a", "name": "b" }: A destination takes one form: {id} or {name}.',
    ],
    [{ browser: { proxi: 1 } }, '"proxi": Unknown key “proxi”. Did you mean “proxy”?'],
    [{ browser: { telemetri: 1 } }, '"telemetri": Unknown key “telemetri”. Did you mean “telemetry”?'],
    [{ browser: { proxy: null } }, "null: A proxy takes one form: {mode}, {id} or {name}."],
    [{ browser: { telemetry: { enabled: true, export: { otlp: {} } } } }, "{}: “destination” is missing."],
    [{ domain: 7 }, "7: “domain” must be: a text."],
    [{ login_url: 7 }, "7: Use an http or https address without a user name or password."],
    [{ allowed_domains: "x.example" }, '"x.example": “allowed_domains” must be: a list.'],
    [{ browser: { telemetry: { enabled: true, browser: 7 } } }, "7: “browser” must be: an object."],
    [{ health_check_interval: "1" }, '"1": “health_check_interval” must be: a number.'],
    [{ browser: 7 }, "7: “browser” must be: an object."],
    [{ browser: {} }, "{}: “browser” is empty. Remove the key, or add a setting."],
    [
      { domain: "https://bank.example/login" },
      '"https://bank.example/login": A domain is a host such as bank.example, without scheme, port or path. Did you mean “bank.example”?',
    ],
    [
      { login_url: "ftp://bank.example/" },
      '"ftp://bank.example/": Use an http or https address without a user name or password.',
    ],
    [
      { allowed_domains: ["a b"] },
      '"a b": An allowed domain is a host or *.host, without scheme, user, port or path.',
    ],
    [{ profile_name: "  " }, '" ": “profile_name” contains only spaces.'],
    [{ profile_name: "a\u0007" }, '"a\\u0007": “profile_name” contains a character that can\'t be sent.'],
    [
      { profile_name: "a".repeat(1025) },
      `"${"a".repeat(1025)}": “profile_name” is longer than 1024 characters.`,
    ],
  ] as const))
    it(`have the range of the invalid value in ${input}`, () =>
      assert.deepEqual(problemsIn(fileOf([{ ...bank, ...changes }])), [`error at ${problem}`]));

  it("include errors outside the entries", () => {
    assert.deepEqual(problemsIn("[1]"), ["error at [1]: The file must contain an object: { … }."]);
    assert.deepEqual(codesIn('{"connections": [{"domain": "a.example", "status": "NEEDS_AUTH"}]}'), [
      ["commandOutput"],
    ]);
    assert.deepEqual(codesIn('{"fingerprint": "", "version": 1}'), [["storedPlan"]]);
    assert.deepEqual(codesIn(fileOf([], { error: "" })), [["unknownKey", "error"]]);
    for (const empty of ["", " \n", "// later\n", "/* later */", "\uFEFF"])
      assert.match(problemsIn(empty).join("\n"), /^error at .*: The file is empty\.$/);
    assert.match(problemsIn("}")[0] ?? "", /The JSON can't be read/);
    assert.match(
      problemsIn('{"version": 1, "connections": [')[0] ?? "",
      /The JSON can't be read: close bracket expected/,
    );
    assert.deepEqual(problemsIn('{"version": 2, "connections": []}'), ["error at 2: “version” must be: 1."]);
    assert.match(problemsIn('{"version": 1}')[0] ?? "", /“connections” is missing/);
    assert.deepEqual(problemsIn(fileOf([], { conections: 1, defaults: { credentail: 1 } })), [
      'error at "conections": Unknown key “conections”. Did you mean “connections”?',
      'error at "credentail": Unknown key “credentail”. Did you mean “credential”?',
    ]);
    assert.deepEqual(problemsIn('{"version": 1, "version": 1, "connections": []}'), [
      'error at "version": “version” is set twice.',
    ]);
    assert.deepEqual(problemsIn(fileOf([], { owns: [{ a: 1 }, ""] })), [
      'error at { "a": 1 }: “owns” must be: a text.',
      'error at "": “owns” is empty. Enter a value.',
    ]);
    assert.deepEqual(codesIn(`"${"a".repeat(6_000_000)}"`), [["tooLarge", "5"]]);
    assert.deepEqual(problemsIn("[".repeat(200_000)).length, 1, "too deep, and no crash");
  });

  it("include the second of two entries for the same connection", () => {
    const text = fileOf([bank, { ...bank, domain: "other.example" }, bank]);
    assert.deepEqual(
      parseConnectionFile(text).problems.map(({ code, offset }) => [code, lineAndColumn(text, offset).line]),
      [["duplicateConnection", 12]],
    );
  });

  it("are located with a single scan for line breaks", (t) => {
    const text = "\r\n".repeat(20);
    const search = t.mock.method(String.prototype, "matchAll");
    for (const line of [11, 12]) assert.deepEqual(lineAndColumn(text, (line - 1) * 2), { line, column: 1 });
    assert.equal(search.mock.callCount(), 1);
  });

  it("are located quickly even in a file with many lines", () => {
    const text = "\r\n".repeat(2_000_000);
    const begin = process.cpuUsage();
    for (let index = 0; index < 400; index++)
      assert.deepEqual(lineAndColumn(text, index * 2), { line: index + 1, column: 1 });
    const { system, user } = process.cpuUsage(begin);
    // Processor time in microseconds, because wall time grows with other load.
    assert.ok(system + user < 2_000_000, `${system + user} µs`);
  });

  it("are ordered by position, even after a byte order mark", () => {
    const slip = fileOf([{ ...bank, stealth: true }]);
    const text = `\uFEFF// sk_${"a1".repeat(10)}\n${slip}`;
    const actual = parseConnectionFile(text).problems.map(({ code, offset }) => [code, offset]);
    assert.deepEqual(actual, [
      ["secret", 4],
      ["unknownKey", text.indexOf('"stealth"')],
    ]);
  });

  it("don't occur for a URL that is long but valid", () => {
    const login_url = `https://bank.example/${"a".repeat(1_100)}`;
    assert.deepEqual(problemsIn(fileOf([{ ...bank, login_url }])), []);
  });

  it("don't affect other entries in the file", () => {
    const { connections } = parseConnectionFile(fileOf([{ domain: "x.example" }, bank]));
    assert.deepEqual([connections.length, connections[0]?.domain], [1, "bank.example"]);
  });
});

describe("a connection file with many problems", () => {
  it("lists the first errors and warnings and counts the others", () => {
    const many = 10_000;
    const each = (text: (index: number) => string): string =>
      Array.from({ length: many }, (_, i) => text(i)).join();
    const token = `sk_${"a1".repeat(10)}`;
    for (const text of [
      `{"version":1,"connections":[],${each((i) => `"x${i}":1`)}}`,
      `{"version":1,"connections":[],${each(() => `"a":1`)}}`,
      `{"version":1,"connections":[${each(() => "{}")}]}`,
      `[${each(() => "?")}]`,
      `[${each((i) => `"aB3dE6gH9jK2mN5pQ8sT1v${i}","${token}"`)}]`,
      `{"version":1,"owns":[${each((i) => `"aB3dE6gH9jK2mN5pQ8sT1v${i}"`)}],"connections":[{}]}`,
    ]) {
      const { problems } = parseConnectionFile(text);
      assert.ok(hasErrors(problems), text.slice(0, 40));
      const { more, shown } = limitProblems(problems);
      assert.ok(hasErrors(shown) && shown.length <= 400);
      assert.ok(more >= many - 400, `${more} in ${text.slice(0, 40)}`);
    }
  });
});

describe("secrets in a connection file", () => {
  const hex = "0123456789abcdef".repeat(4);
  const mixed = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7".repeat(4);
  for (const [kind, secret] of [
    ["a token", `sk_${"a1".repeat(10)}`],
    ["a token", `sk-${"a".repeat(40)}12345678`],
    ["a token", `sk_01234567-89ab-cdef-0123-456789abcdef.${mixed.slice(0, 43)}`],
    ["a token", `sk_live_${mixed.slice(0, 24)}`],
    ["a token", `sk-proj-${mixed.slice(0, 80)}`],
    ["a token", `sk-ant-api03-${mixed.slice(0, 95)}`],
    ["a token", `ghp_${"A1b".repeat(12)}`],
    ["a token", `github_pat_${mixed.slice(0, 22)}_${mixed.slice(0, 59)}`],
    ["a token", `glpat-${mixed.slice(0, 20)}`],
    ["a token", `xoxb-123456789012-1234567890123-${mixed.slice(0, 24)}`],
    ["a token", "AKIAIOSFODNN7EXAMPLE"],
    ["a token", `AIza${mixed.slice(0, 35)}`],
    ["a token", `npm_${mixed.slice(0, 36)}`],
    ["a token", `hf_${"aBcDeFgH".repeat(5).slice(0, 34)}`],
    ["a token", `pypi-AgEIcHlwaS5vcmc${mixed}`],
    ["a token", `dop_v1_${hex}`],
    ["a token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.abc"],
    ["a key or certificate", "-----BEGIN RSA PRIVATE KEY-----"],
  ] as const) {
    const prefix = secret.slice(0, 8);
    it(`are refused even in comments: ${kind} that starts with ${prefix}`, () => {
      for (const text of [fileOf([{ ...bank, profile_name: secret }]), `// ${secret}\n${fileOf([bank])}`]) {
        assert.deepEqual(codesIn(text), [["secret", kind]]);
        assert.ok(hasErrors(parseConnectionFile(text).problems));
      }
    });
  }

  it("are masked in keys and names, even if they are escaped", () => {
    const secret = `ghp_${"A1b".repeat(12)}`;
    for (const text of [
      fileOf([{ ...bank, [secret]: 1 }]),
      fileOf([bank], { [secret]: "\u0001" }),
      fileOf([1, 2].map(() => ({ ...bank, profile_name: secret }))),
    ]) {
      const words = parseConnectionFile(text).problems.map((one) => problemMessage(one) + one.args.join());
      assert.ok(words.length > 1 && !words.join().includes("A1b"), words.join());
    }
    const hidden = fileOf([{ ...bank, profile_name: secret }]).replace("ghp_", "gh\\u0070_");
    assert.deepEqual(codesIn(hidden), [["secret", "a token"]]);
  });

  it("don't hide errors or connections even if they cause 200 warnings", () => {
    const credential = `{ "provider": "v", "path": "aB3dE6gH9jK2mN5pQ8sT1vW4\\/x" }`;
    const entry = (_: unknown, index: number): string =>
      `{ "domain": "${index}.example", "profile_name": "ops", "credential": ${credential} }`;
    const entries = Array.from({ length: 210 }, entry);
    const { connections, problems } = parseConnectionFile(
      `{ "version": 1, "connections": [${[...entries, '{ "stelth": true }'].join()}] }`,
    );
    assert.equal(connections.length, 210);
    assert.ok(problems.length >= 200 && hasErrors(problems));
  });

  it("are each reported only once", () => {
    const [secret, maybe] = [`ghp_${"A1b".repeat(12)}`, "aB3dE6gH9jK2mN5pQ8sT1vW4"];
    const entries = [secret, maybe].map((profile_name) => ({ ...bank, profile_name }));
    assert.deepEqual(codesIn(fileOf(entries)), [["secret", "a token"], ["maybeSecret"]]);
  });

  it("include a value that is a URL with a password", () => {
    const text = fileOf([{ ...bank, login_url: "https://me:pass@bank.example/" }]);
    assert.deepEqual(codesIn(text), [
      ["loginUrl", ""],
      ["secret", "an address with a password"],
    ]);
    assert.ok(!problemsIn(text).join().includes("me:pass@bank.example/”"));
    const note = fileOf([{ ...bank, credential: { provider: "v", path: "db://me:pass@db.example/x" } }]);
    assert.deepEqual(codesIn(note), [["secret", "an address with a password"]]);
    assert.deepEqual(column(parseConnectionFile(note).problems, "severity"), ["error"]);
  });

  it("cause a warning for a URL with a password in a comment", () => {
    for (const comment of ["// db://me:pass@db.example", "/* db://me:pass@db.example */"]) {
      const { problems } = parseConnectionFile(`${comment}\n${fileOf([bank])}`);
      const actual = problems.map(({ code, severity }) => [severity, code]);
      assert.deepEqual(actual, [["warning", "secret"]], comment);
    }
  });

  it("don't include ordinary names that start like a token", () => {
    for (const profile_name of [
      "ASIA-Pacific-Support",
      "ASIA_PACIFIC_SALES",
      "npm_registry-publisher",
      "sk-learn-research",
      "sk_eastern-region-team",
      "hf_model-curation",
      "pypi-release-manager",
      "glpat-release-2026-q3",
      "Asia-Pacific-Support-Team-2026",
      "xoxb-is-not-a-token",
    ])
      assert.deepEqual(problemsIn(fileOf([{ ...bank, profile_name }], { owns: [profile_name] })), []);
    const addresses = fileOf([
      {
        domain: "sk-telecom-portal.example",
        profile_name: "x",
        login_url: "https://login.example/app/sk-telecom-portal/start",
      },
    ]);
    assert.deepEqual(problemsIn(addresses), []);
    const comment = "// moved from ssh://git@git.example/team/repo.git";
    assert.deepEqual(problemsIn(`${comment}\n${fileOf([bank])}`), []);
  });

  it("cause a warning for a long word that starts like a token", () => {
    const names = [
      "sk-abcdefghijklmnop",
      "ASIAPACIFICSALESTEAM",
      "sk_live_dashboardviewer1",
      "sk_live_dashboardviewersforeurope",
      "sk-telecom5gcustomerportal",
      "sk_2026q4researchdepartment",
    ];
    for (const profile_name of [`ghp_${"a1".repeat(10)}`, ...names]) {
      const text = fileOf([{ ...bank, profile_name }]);
      assert.deepEqual(codesIn(text), [["maybeSecret"]], profile_name);
      assert.ok(!hasErrors(parseConnectionFile(text).problems));
    }
  });

  it("cause a warning for random text, but not for names, URLs or IDs", () => {
    const maybe = parseConnectionFile(fileOf([{ ...bank, profile_name: "aB3dE6gH9jK2mN5pQ8sT1vW4" }]));
    const actual = maybe.problems.map(({ code, severity }) => [severity, code]);
    assert.deepEqual(actual, [["warning", "maybeSecret"]]);
    const plain = [
      "compliance-team-of-the-year-2026",
      "Vault of Team 7/Bank Login Of Everybody",
      "proxy_sandboxparis01",
    ];
    for (const profile_name of plain) assert.deepEqual(problemsIn(fileOf([{ ...bank, profile_name }])), []);
  });
});
