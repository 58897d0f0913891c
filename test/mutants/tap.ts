// A reporter for node:test with one result per suite. More detailed output, such as diagnostics or single tests,
// isn't always valid TAP.
import type { TestEvent } from "node:test/reporters";

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let count = 0;
  yield "TAP version 13\n";
  for await (const { data, type } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0) continue;
    count += 1;
    yield `${type === "test:pass" ? "ok" : "not ok"} ${count}\n`;
  }
  yield `1..${count}\n`;
}
