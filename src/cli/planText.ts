// A plan in lines, for people, and as an object, for programs.
import type { ServiceState } from "../api/project.ts";
import { answersOf } from "../domain/draft/draft.ts";
import type { Identity } from "../domain/file/parse.ts";
import { applicable, isSensitive, wireValue } from "../domain/file/plan.ts";
import type { Plan, Step } from "../domain/file/plan.ts";
import { withNames } from "../domain/file/references.ts";
import { fields } from "../domain/connections/settings.ts";
import type { Setting } from "../domain/connections/settings.ts";
import { wholeName } from "../domain/text/display.ts";
import { maskedUsers } from "../domain/text/secrets.ts";
import type { Output } from "./output.ts";

/** What identifies a connection, as it is shown. */
export function nameOf({ domain = "", profile_name = "" }: Identity): string {
  return `${wholeName(domain)} (${wholeName(profile_name)})`;
}

/** So many connections. */
export function counted(connections: number): string {
  return connections === 1 ? "1 connection" : `${connections} connections`;
}

/** One setting as it is and as it will be. */
interface Change {
  readonly setting: Setting;
  readonly now: unknown;
  readonly then: unknown;
}

function changesOf(step: Step, service: ServiceState): readonly Change[] {
  switch (step.kind) {
    case "create":
      return step.entry.settings.map((setting) => ({
        setting,
        now: undefined,
        then: wireValue(setting, step.entry.answers),
      }));
    case "update": {
      const now = withNames(answersOf(step.connection), service);
      const then = withNames(step.wanted, service);
      return step.settings.map((setting) => ({
        setting,
        now: withoutUsers(wireValue(setting, now)) ?? fields[setting].byDefault,
        then: wireValue(setting, then),
      }));
    }
    case "same":
      return [];
  }
}

/** A value of the service's: someone may have set an address with a password, which no file can hold. */
const withoutUsers = (value: unknown): unknown => (typeof value === "string" ? maskedUsers(value) : value);

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
    for (const { now, setting, then } of changesOf(step, service))
      output.line(
        isNew
          ? `    ${setting}: ${valueText(then)}`
          : `    ${setting}: ${valueText(now)} -> ${valueText(then)}`,
      );
  }
  for (const step of plan.steps)
    if (step.kind !== "create" && step.unverified.length > 0)
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
  const steps = applicable(plan).map((step) => ({
    ...identity(step.entry),
    ...(step.kind === "update" && { id: step.connection.id }),
    changes: changesOf(step, service),
  }));
  const isNew = (step: object): boolean => !("id" in step);
  return {
    create: steps.filter(isNew),
    update: steps.filter((step) => !isNew(step)),
    unverified: plan.steps.flatMap((step) =>
      step.kind === "create" || step.unverified.length === 0
        ? []
        : [{ ...identity(step.entry), settings: step.unverified }],
    ),
    delete: plan.deletions.map((connection) => ({ ...identity(connection), id: connection.id })),
    replace: plan.renames.map(({ creation, deletion }) => ({
      from: { ...identity(deletion), id: deletion.id },
      to: identity(creation.entry),
    })),
  };
}
