import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import type { FieldId } from "../../../../../src/domain/connections/settings.ts";
import { creationSequence, type StepId } from "../../../../../src/domain/draft/steps.ts";
import { stepLabel } from "../../../../../src/editor/connections/settings/settings.ts";
import type { SettingStepAnswer } from "../../../../../src/editor/connections/settings/settingView.ts";
import { runWizard, type WizardContext } from "../../../../../src/editor/kit/inputs/wizard.ts";
import { full } from "../../../../support/asking.ts";
import { columns } from "../../../../support/rows.ts";

/** Names of the prompts, as shown in the wizard's title. */
const subjects: Partial<Record<StepId, string>> = {
  domain: "Domain",
  profile_name: "Profile",
  proxy: "Proxy",
  credential: "Credential",
  telemetry: "Telemetry",
  telemetry_categories: "Telemetry",
  telemetry_export: "Telemetry",
  telemetry_destination: "Telemetry",
  stealth: "Stealth",
  health_checks: "Health checks",
  health_check_interval: "Health check interval",
  login_url: "Login page",
  allowed_domains: "Allowed domains",
  review: "Review",
};

type StepContext = WizardContext<ConnectionDraft, FieldId>;
type Script = readonly (readonly [step: StepId, answer: (context: StepContext) => SettingStepAnswer])[];

/** A prompt as the wizard opened it. */
interface Question {
  readonly where: string;
  readonly typed: string | undefined;
  readonly back: boolean;
}

/** Runs the wizard with scripted answers. Each answer must match the next prompt, and all answers must be used. */
async function run(
  options: { readonly draft?: ConnectionDraft; readonly start?: StepId },
  script: Script,
): Promise<{
  result: ConnectionDraft | undefined;
  drafts: readonly ConnectionDraft[];
  questions: readonly Question[];
}> {
  const remaining = [...script];
  const drafts: ConnectionDraft[] = [];
  const questions: Question[] = [];
  const result = await runWizard(creationSequence, {
    title: "Create Connection",
    subject: stepLabel,
    draft: {},
    ...options,
    keep: (draft) => Promise.resolve(void drafts.push(draft)),
    environment: {},
    promptFor: (step) => (context) => {
      const { frame, typed } = context;
      assert.equal(frame.title, `Create Connection: ${subjects[step] ?? assert.fail(step)}`);
      questions.push({
        where: frame.step === undefined ? step : `${step} ${frame.step}/${frame.totalSteps ?? 0}`,
        typed,
        back: frame.back,
      });
      const [expected, answer] = remaining.shift() ?? assert.fail(`asked for ${step} after the script's end`);
      assert.equal(step, expected);
      return Promise.resolve(answer(context));
    },
  });
  assert.deepEqual(remaining, []);
  return { result, drafts, questions };
}

const answerWith =
  (fields: ConnectionDraft) =>
  ({ draft }: StepContext): SettingStepAnswer => ({ kind: "answered", draft: { ...draft, ...fields } });
const goBack =
  (typed = "") =>
  (): SettingStepAnswer => ({ kind: "back", typed });
const finish = (): SettingStepAnswer => ({ kind: "finished" });
const edit = (field: FieldId) => (): SettingStepAnswer => ({ kind: "edit", field });

const domain = ["domain", answerWith({ domain: "example.com" })] as const;
const profile = ["profile_name", answerWith({ profile_name: "work" })] as const;
const credential = ["credential", answerWith({ credential: { kind: "none" } })] as const;
const captured = ["telemetry", answerWith({ telemetry: { kind: "default" } })] as const;
const exported = { kind: "default", export: { kind: "id", destination: "d_1" } } as const;
describe("the connection wizard", () => {
  it("goes back one question at a time and keeps the typed text", async (t) => {
    const { questions, result } = await run({}, [
      domain,
      profile,
      ["proxy", goBack("prox")],
      ["profile_name", goBack("wor")],
      domain,
      profile,
      ["proxy", answerWith({ proxy: { kind: "id", id: "proxy_1" } })],
      credential,
      ["review", goBack()],
      credential,
      ["review", finish],
    ]);
    t.assert.snapshot(questions.map(({ typed, where }) => `${where.split(" ")[0] ?? ""}:${typed ?? "-"}`));
    assert.deepEqual(result, { ...full, proxy: { kind: "id", id: "proxy_1" } });
  });

  it("prompts for optional settings only if the user selects them in the review", async () => {
    const { questions, result } = await run({ draft: full }, [
      ["review", edit("telemetry")],
      ["telemetry", answerWith({ telemetry: { kind: "default" } })],
      ["telemetry_export", goBack()],
      ["telemetry", answerWith({ telemetry: { kind: "off" } })],
      ["review", finish],
    ]);
    assert.deepEqual(columns(questions, "where", "back"), [
      ["review 5/5", true],
      ["telemetry", true],
      ["telemetry_export", true],
      ["telemetry", true],
      ["review 5/5", true],
    ]);
    assert.deepEqual(result, { ...full, telemetry: { kind: "off" } });
  });

  it("keeps changes made in the review and returns to the review after edits", async () => {
    const { questions, drafts, result } = await run({ draft: full }, [
      ["review", answerWith({ stealth: false })],
      ["review", edit("domain")],
      ["domain", goBack("else.example")],
      ["review", finish],
    ]);
    assert.deepEqual(result, { ...full, stealth: false });
    assert.deepEqual(drafts[0], { ...full, stealth: false });
    assert.deepEqual(
      columns(questions, "where", "back"),
      ["review 5/5", "review 5/5", "domain 1/5", "review 5/5"].map((where) => [where, true]),
    );
  });

  it("reverts an unfinished edit from an earlier window if the user goes back", async () => {
    const { drafts, result } = await run({ draft: { ...full, telemetry: { kind: "categories" } } }, [
      ["telemetry_categories", goBack()],
      ["telemetry", goBack()],
      ["review", finish],
    ]);
    assert.deepEqual(result, full);
    assert.deepEqual(drafts.at(-1), full);
  });

  it("stores the draft without the changes from an abandoned edit", async () => {
    const { drafts, result } = await run({ draft: full }, [
      ["review", edit("telemetry")],
      captured,
      ["telemetry_export", goBack()],
      ["telemetry", goBack()],
      ["review", finish],
    ]);
    assert.deepEqual(result, full);
    assert.deepEqual(drafts.at(-1), full);
    assert.ok(drafts.some(({ telemetry }) => telemetry?.kind === "default"));
  });

  it("doesn't prefill text that was typed in an abandoned edit", async () => {
    const { questions } = await run({ draft: full }, [
      ["review", edit("domain")],
      ["domain", goBack("")],
      ["review", edit("telemetry")],
      ["telemetry", answerWith({ telemetry: { kind: "default", export: { kind: "id" } } })],
      ["telemetry_export", answerWith({ telemetry: { kind: "default", export: { kind: "id" } } })],
      ["telemetry_destination", goBack("half")],
      ["telemetry_export", goBack("")],
      ["telemetry", goBack("")],
      ["review", edit("telemetry")],
      ["telemetry", answerWith({ telemetry: { kind: "default", export: { kind: "id" } } })],
      ["telemetry_export", answerWith({ telemetry: { kind: "default", export: { kind: "id" } } })],
      ["telemetry_destination", answerWith({ telemetry: exported })],
      ["review", edit("domain")],
      ["domain", goBack()],
      ["review", finish],
    ]);
    assert.deepEqual(
      questions.filter(({ typed }) => typed !== undefined),
      [],
    );
  });

  it("tells the review which field was edited last", async () => {
    const edited: (string | undefined)[] = [];
    const note =
      (answer: (context: StepContext) => SettingStepAnswer) =>
      (context: StepContext): SettingStepAnswer => {
        edited.push(context.edited);
        return answer(context);
      };
    await run({ draft: full }, [
      ["review", note(edit("domain"))],
      domain,
      ["review", note(edit("stealth"))],
      ["stealth", goBack()],
      ["review", note(({ draft }) => ({ kind: "answered", draft, edited: "record_session" }))],
      ["review", note(finish)],
    ]);
    assert.deepEqual(edited, [undefined, "domain", "stealth", "record_session"]);
  });
});
