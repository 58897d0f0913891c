// A reporter for node:test that says of each suite of a file only whether it passed: more than that (its diagnostics, the
// tests in it) does not always parse as TAP.
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
