// A plan in lines, for people, and as an object, for programs.
import type { ServiceState } from "../api/project.ts";
import type { Setting } from "../domain/connections/settings.ts";
import { answersOf } from "../domain/draft/draft.ts";
import type { Draft } from "../domain/draft/draft.ts";
import type { Identity } from "../domain/file/parse.ts";
import { applicable, isSensitive, shownValue } from "../domain/file/plan.ts";
import type { CreateStep, Plan, Step, UpdateStep } from "../domain/file/plan.ts";
import { withNames } from "../domain/file/references.ts";
import { wholeName } from "../domain/text/display.ts";
import { maskedAddress } from "../domain/text/secrets.ts";
import type { Output } from "./output.ts";

/** What identifies a connection, as it is shown. */
export function nameOf({ domain = "", profile_name = "" }: Identity): string {
  return `${wholeName(domain)} (${wholeName(profile_name)})`;
}

/** So many connections. */
export function counted(connections: number): string {
  return connections === 1 ? "1 connection" : `${connections} connections`;
}

/** Each setting that a step sends as it is and as it will be. */
function changesOf(step: CreateStep | UpdateStep, service: ServiceState) {
  const isNew = step.kind === "create";
  const now = isNew ? undefined : withNames(answersOf(step.connection), service);
  const then = isNew ? step.wanted : withNames(step.wanted, service);
  return step.settings.map((setting) => ({
    setting,
    now: now && maskedValue(setting, now),
    then: maskedValue(setting, then),
  }));
}

/** A setting's value without the user and query of an address, which may hold secrets. */
function maskedValue(setting: Setting, answers: Draft): unknown {
  const value = shownValue(setting, answers);
  return typeof value === "string" ? maskedAddress(value) : value;
}

const valueText = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));

/** Prints a plan: first what decides where a stored credential is sent. */
export function printPlan(output: Output, plan: Plan, service: ServiceState): void {
  const steps = applicable(plan);
  for (const step of steps) {
    const isNew = step.kind === "create";
    output.line(
      `${isNew ? "+ create" : "~ change"} ${nameOf(step.entry)}${isSensitive(step) ? " [review: login page or access]" : ""}`,
      isNew ? "green" : "yellow",
    );
    for (const { now, setting, then } of changesOf(step, service)) {
      const before = isNew ? "" : `${valueText(now)} -> `;
      const isMasked = setting === "login_url" && !isNew && now === then;
      output.line(
        `    ${setting}: ${before}${valueText(then)}${isMasked ? " (the hidden part differs)" : ""}`,
      );
    }
  }
  for (const step of plan.steps)
    if (step.unverified.length > 0)
      output.line(`? can't verify ${nameOf(step.entry)}: ${step.unverified.join(", ")}`, "dim");
  for (const connection of plan.deletions) output.line(`- delete ${nameOf(connection)}`, "red");
  for (const { creation, deletion } of plan.renames)
    output.line(
      `! possible rename ${nameOf(deletion)} -> ${nameOf(creation.entry)}: the login is lost`,
      "red",
    );
  output.line(summaryOf(plan), "bold");
}

function summaryOf(plan: Plan): string {
  const count = (kind: Step["kind"]): number => applicable(plan).filter((step) => step.kind === kind).length;
  const unchanged = plan.steps.filter(({ kind }) => kind === "same").length;
  const { deletions, renames } = plan;
  return [
    `Plan: ${count("create")} to create, ${count("update")} to change, ${unchanged} unchanged.`,
    ...(deletions.length > 0 ? [`${deletions.length} to delete with --prune.`] : []),
    ...(renames.length > 0 ? [`${renames.length} to replace with --prune --replace.`] : []),
  ].join(" ");
}

/** A plan as an object. */
export function planObject(plan: Plan, service: ServiceState): Readonly<Record<string, unknown>> {
  const identity = ({ domain, profile_name }: Identity): object => ({ domain, profile_name });
  const steps = (wanted: Step["kind"]): readonly object[] =>
    applicable(plan)
      .filter(({ kind }) => kind === wanted)
      .map((step) => ({
        ...identity(step.entry),
        ...(step.kind === "update" && { id: step.connection.id }),
        changes: changesOf(step, service),
      }));
  return {
    create: steps("create"),
    update: steps("update"),
    unverified: plan.steps
      .filter(({ unverified }) => unverified.length > 0)
      .map(({ entry, unverified }) => ({ ...identity(entry), settings: unverified })),
    delete: plan.deletions.map((connection) => ({ ...identity(connection), id: connection.id })),
    replace: plan.renames.map(({ creation, deletion }) => ({
      from: { ...identity(deletion), id: deletion.id },
      to: identity(creation.entry),
    })),
  };
}
