// A reporter for node:test with one line of JSON for each test, without suites and files.
import type { TestEvent } from "node:test/reporters";

/** The content of a line. */
export interface Verdict {
  readonly name: string;
  readonly passed: boolean;
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { data, type } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details.type === "suite" || data.skip !== undefined || data.todo !== undefined) continue;
    const verdict: Verdict = { name: data.name, passed: type === "test:pass" };
    yield `${JSON.stringify(verdict)}\n`;
  }
}
