// Tests that the cost of regular expressions grows linearly with the length of untrusted text. A paste, response or
// header of 100 KB that an expression rescans from each character would block the window for seconds.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { parseBaseUrl } from "../src/api/baseUrl.ts";
import { prepareLoginValue } from "../src/domain/login/loginValue.ts";
import { parseAuthenticatorSecret } from "../src/domain/login/totpSecret.ts";
import { endpointProblem } from "../src/api/destinationRequests.ts";
import { responseCaps, parseJson } from "../src/api/json.ts";
import { caBundleProblem, hostProblem } from "../src/api/proxyRequests.ts";
import { parseRetryAfter } from "../src/api/statusFailure.ts";
import { checkToken, maskFor } from "../src/api/token.ts";
import { parseDomain } from "../src/domain/draft/domainName.ts";
import { readInterval } from "../src/domain/draft/interval.ts";
import { readLoginUrl } from "../src/domain/draft/loginUrl.ts";
import { display } from "../src/domain/text/display.ts";
import { firstInvisible } from "../src/domain/text/invisible.ts";
import { namesOfLines } from "../src/domain/text/names.ts";
import { maskedJson, maskedText } from "../src/domain/text/secrets.ts";
import { visibleJson, visibleLine } from "../src/domain/text/visible.ts";
import { quoteData } from "../src/editor/tools/quoted.ts";

const root = join(import.meta.dirname, "..");

const length = 100_000;

/** Returns texts that keep an expression matching: each of its characters, and its words as prefixes. */
function hostileTo(source: string): readonly string[] {
  const words = source.match(/[\w:/ -]{3,}/g) ?? [];
  const general = [..."a0 \n=-/.".split(/(?:)/u), "\\", "é", "\u200d", "\u{1f511}", "a.", "://"];
  const own = source.replaceAll(/[\w"]/g, "").split(/(?:)/u);
  return [...new Set([...general, ...own, ...words].filter((sign) => sign !== ""))].flatMap((sign) => {
    const long = sign.repeat(Math.ceil(length / sign.length));
    return [`${long}\u0001`, `${words[0] ?? "a"}${long}\u0001`];
  });
}

/** Measures processor time in milliseconds, because wall time grows with other load. */
function cost(work: () => unknown): number {
  const begun = process.cpuUsage();
  work();
  const { system, user } = process.cpuUsage(begun);
  return (system + user) / 1000;
}

/** Examines each character once, with a typical cost per character. */
const linear = (): unknown => "é".repeat(length).replace(/(?:\p{L}|\p{N})x|[^]/gu, "");
/** Maximum cost as a multiple of a linear scan. A quadratic scan costs ten thousand times as much. */
const maxRelativeCost = 700;
/** Cost of a linear scan, in milliseconds. Also the minimum for comparisons. */
const linearCost = cost(linear);

/** Returns a text whose cost exceeds that of any linear scan, or undefined. */
function findCostlyText(texts: readonly string[], read: (text: string) => unknown): string | undefined {
  // Measure again after compilation or garbage collection.
  const isTooMuch = (text: string): boolean => {
    const spent = cost(() => read(text));
    return spent > linearCost && spent > maxRelativeCost * Math.min(cost(linear), cost(linear), cost(linear));
  };
  return texts.find((text) => isTooMuch(text) && isTooMuch(text));
}

function quotedStart(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${JSON.stringify(text.slice(0, 40))}…`;
}

/** All regular expressions in the folders that process texts of services and users. */
const expressions = globSync("src/{api,domain,editor,page,card}/**/*.ts", { cwd: root }).flatMap((name) => {
  const file = name.replaceAll("\\", "/");
  const found: { readonly location: string; readonly expression: RegExp }[] = [];
  const text = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.ESNext,
    true,
  );
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = text.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({
        location: `${file}:${line} ${node.text}`,
        expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      });
    }
    ts.forEachChild(node, look);
  };
  look(text);
  return found;
});

/** Functions that read text with several expressions or with one that they construct. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseBaseUrl,
  readTotpSecret: parseAuthenticatorSecret,
  "a code as it is sent": (text) => prepareLoginValue("code", text),
  endpointFault: endpointProblem,
  hostFault: hostProblem,
  caBundleFault: caBundleProblem,
  checkToken,
  readDomain: parseDomain,
  readInterval,
  readLoginUrl,
  display,
  firstInvisible,
  namesOfLines,
  maskedText,
  visibleLine,
  visibleJson,
  maskedJson: (text) => maskedJson({ [text]: 1, text }),
  parseRetryAfter: (text) => parseRetryAfter(text, text, 0),
  parseJson: (text) =>
    parseJson(JSON.stringify([text]), responseCaps.resource, maskFor("sk_canary_1", ["p&ss w\u00f6rd"])),
  "maskFor with a long secret": (text) => maskFor("sk_canary_1", [text.slice(0, 2000)]).mask(text),
  quoted: (text) => quoteData(text, [text, text.slice(1), "sk_canary_1"]),
};

describe("regular expressions for external text", () => {
  it("are found in the source code, more than 100 of them", () =>
    assert.ok(expressions.length > 100, String(expressions.length)));

  for (const { location, expression } of expressions)
    it(`take linear time for 100 KB of hostile text: ${location}`, () => {
      const costly = findCostlyText(hostileTo(expression.source), (text) => text.replace(expression, ""));
      assert.equal(quotedStart(costly), undefined);
    });

  it("are reported if they take quadratic time", () => {
    // This text is shorter, because its cost grows quadratically.
    const costly = findCostlyText(["=".repeat(75_000) + "\u0001"], (text) => text.replace(/=+$/, ""));
    assert.notEqual(costly, undefined);
  });
});

describe("functions that parse external text", () => {
  for (const [name, read] of Object.entries(readers))
    it(`take linear time for 100 KB of hostile text: ${name}`, () =>
      assert.equal(
        quotedStart(findCostlyText(hostileTo("-----BEGIN A----- sk_canary_1 https://"), read)),
        undefined,
      ));
});
