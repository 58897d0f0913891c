import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ConnectionDraft, toRequest } from "../../../../src/domain/draft/draft.ts";
import { categoryFacts, TelemetryAnswer } from "../../../../src/domain/draft/telemetry.ts";
import { categories, enabledFlags } from "../../../support/telemetry.ts";

/** Returns the JSON of the request with this telemetry answer. */
function sent(telemetry: unknown): string | undefined {
  const named = { domain: "example.com", profile_name: "work" };
  const draft = { ...named, proxy: { kind: "default" }, credential: { kind: "none" }, telemetry };
  return JSON.stringify(toRequest(ConnectionDraft.parse(draft)));
}

/** Wraps a telemetry config (interface.md §2.6) in the request of §4.1. */
const requestWith = (config: string): string =>
  `{"domain":"example.com","profile_name":"work","browser":{"telemetry":${config}}}`;

const allNine = JSON.stringify(enabledFlags(...categories));
const only = (category: string): string => JSON.stringify(enabledFlags(category));

describe("the telemetry categories", () => {
  it("match interface.md §2.6", () =>
    assert.deepEqual(
      categoryFacts.map(({ byDefault, category, cdp }) =>
        [category, byDefault && "default", cdp && "CDP"].filter(Boolean).join(" "),
      ),
      [
        "control default",
        "connection default",
        "system default",
        "captcha default",
        "console CDP",
        "network CDP",
        "page CDP",
        "interaction CDP",
        "screenshot",
      ],
    ));
});

describe("a telemetry answer in the draft", () => {
  const every = categoryFacts.map(({ category }) => category);
  const none = { kind: "none" };
  const byId = { kind: "id", destination: "dest_1" };
  const byName = { kind: "name", destination: "honeycomb" };
  const chosen = (all: readonly string[], to = none) => ({ kind: "categories", categories: all, export: to });
  const toId = `"export":{"otlp":{"destination":{"id":"dest_1"}}}`;
  const toName = `"export":{"otlp":{"destination":{"name":"honeycomb"}}}`;
  for (const [choice, answer, config] of [
    ["off", { kind: "off" }, '{"enabled":false}'],
    ["the default set", { kind: "default", export: none }, '{"enabled":true}'],
    ["the default set, exported by id", { kind: "default", export: byId }, `{"enabled":true,${toId}}`],
    ["the default set, exported by name", { kind: "default", export: byName }, `{"enabled":true,${toName}}`],
    ["all categories", chosen(every), `{"enabled":true,"browser":${allNine}}`],
    ...every.map(
      (one) => [`${one} alone`, chosen([one]), `{"enabled":true,"browser":${only(one)}}`] as const,
    ),
    [
      "a category twice, exported by id",
      chosen(["page", "page"], byId),
      `{"enabled":true,"browser":${only("page")},${toId}}`,
    ],
    [
      "a category, exported by name",
      chosen(["network"], byName),
      `{"enabled":true,"browser":${only("network")},${toName}}`,
    ],
  ] as const)
    it(`is sent as interface.md §2.6 requires for ${choice}`, () =>
      assert.equal(sent(answer), requestWith(config)));

  it("is omitted from the request while unanswered", () =>
    assert.equal(sent(undefined), '{"domain":"example.com","profile_name":"work"}'));

  for (const [missingAnswer, answer] of [
    ["the categories", { kind: "categories", export: { kind: "none" } }],
    ["the export of the default set", { kind: "default" }],
    ["the export of categories", { kind: "categories", categories: ["page"] }],
    ["the destination's id", { kind: "default", export: { kind: "id" } }],
    ["the destination's name", { kind: "categories", categories: ["page"], export: { kind: "name" } }],
  ] as const)
    it(`prevents the request while it lacks ${missingAnswer}`, () => assert.equal(sent(answer), undefined));

  for (const [invalidAnswer, answer] of [
    ["off with categories", { kind: "off", categories: ["control"] }],
    ["off with an export", { kind: "off", export: { kind: "id", destination: "dest_1" } }],
    ["off with an export of the kind none", { kind: "off", export: { kind: "none" } }],
    ["an empty list of categories", { kind: "categories", categories: [], export: { kind: "none" } }],
    ["an unknown category", { kind: "categories", categories: ["keyboard"] }],
    ["no export with a destination", { kind: "default", export: { kind: "none", destination: "dest_1" } }],
    ["a destination by id and name", { kind: "default", export: { kind: "id", id: "a", name: "b" } }],
    ["an export without a kind", { kind: "default", export: { destination: "dest_1" } }],
    ["an empty destination", { kind: "default", export: { kind: "id", destination: "" } }],
    ["an export with a null destination", { kind: "default", export: { kind: "id", destination: null } }],
    ["null", null],
    ["a telemetry object of the request", { enabled: false, browser: { control: { enabled: true } } }],
    ["of an unknown kind", { kind: "everything" }],
  ] as const)
    it(`is rejected if it is ${invalidAnswer}`, () =>
      assert.equal(TelemetryAnswer.safeParse(answer).success, false));

  /** Random combinations of valid and invalid values. */
  const answers = fc.record(
    {
      kind: fc.constantFrom("off", "default", "categories"),
      categories: fc.array(fc.constantFrom(...categoryFacts.map(({ category }) => category))),
      export: fc.record(
        { kind: fc.constantFrom("none", "id", "name"), destination: fc.constantFrom("", "dest_1", null) },
        { requiredKeys: ["kind"] },
      ),
    },
    { requiredKeys: ["kind"] },
  );

  it("never results in a combination that interface.md §2.6 forbids", () => {
    let complete = 0;
    fc.assert(
      fc.property(answers, (answer) => {
        if (!TelemetryAnswer.safeParse(answer).success) return;
        const body = sent(answer);
        if (body === undefined) return;
        complete += 1;
        assert.doesNotMatch(body, /null|""/);
        // `off` has no categories or export, and an export is never sent as disabled.
        assert.doesNotMatch(body, /"telemetry":\{"enabled":false,/);
        assert.doesNotMatch(body, /"otlp":\{"enabled"/);
        if (body.includes('"browser":{"control"')) assert.match(body, /"\w+":\{"enabled":true\}/);
      }),
      { numRuns: 2_000 },
    );
    assert.ok(complete > 100, `only ${complete} answers were complete`);
  });
});
