// Compares the validation in the destination form with the sandbox's, because both implement the same rules.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import {
  OtlpDestinationCreateRequest,
  OtlpDestinationUpdateRequest,
} from "../../src/api/destinationRequests.ts";
import { isShapedLikeId } from "../../src/domain/resources/destinations.ts";
import { portOf } from "../unit/sandbox/support.ts";
import { asking } from "./support.ts";

/** Returns a seeded generator of numbers in [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const schemes = [
  "https://",
  "https://",
  "https://",
  "http://",
  "HTTPS://",
  "ftp://",
  "https:",
  "",
  "https:///",
];
const hosts = [
  "collector.example",
  "collector.example:4318",
  "localhost",
  "LOCALHOST:1",
  "a.localhost",
  "localhost.example",
  "127.0.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "127.1",
  "0x7f.1",
  "10.1.2.3",
  "9.255.255.255",
  "172.15.255.255",
  "172.16.0.0",
  "172.31.255.255",
  "172.32.0.0",
  "192.168.0.1",
  "192.167.255.255",
  "169.254.1.1",
  "169.253.255.255",
  "0.0.0.0",
  "1.0.0.0",
  "[::]",
  "[::1]",
  "[::2]",
  "[fc00::1]",
  "[fbff::1]",
  "[fe80::1]",
  "[fe7f::1]",
  "[febf::1]",
  "[fec0::1]",
  "[::ffff:10.0.0.1]",
  "[::ffff:a00:1]",
  "[::ffff:8.8.8.8]",
  "user@collector.example",
  ":@collector.example",
  "@collector.example",
  "bücher.example",
  "a b.example",
  "collector.example.",
  "collector.example:99999",
  "",
];
const paths = [
  "",
  "",
  "",
  "/",
  "/otlp",
  "/v1/logs",
  "/v1/logs/",
  "/v1/traces",
  "/v1/metrics",
  "/v1/log",
  "/x/v1/logs",
  "/v1/logs/x",
  "?a",
  "/?",
  "/#",
  "/a@b",
  "/%23",
  "/ü",
  "/\t",
  "\\a",
];
const names = [
  "log",
  "A.b_c-9",
  "",
  "a b",
  "ü",
  "otlp_x",
  "otlp",
  "n".repeat(255),
  "n".repeat(256),
  "a\n",
  "-",
  "..",
  "a/b",
];
const headerNames = ["Authorization", "x-key", "X-KEY", "a b", "", "a:b", "ü", "!#$%&'*+-.^_`|~09", "a\n"];
const headerValues = [
  "v",
  "Bearer abc",
  "",
  " ",
  "\t",
  "a\r\nb",
  "ü",
  "~",
  "v".repeat(8_180),
  "v".repeat(8_192),
  "\u007f",
];
const descriptions = ["", "All", "d".repeat(1_024), "d".repeat(1_025), "ü\n"];

/** Starts a sandbox and returns seeded random choices. */
async function scene(t: TestContext, seed: number) {
  const next = numbers(seed);
  const one = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const likely = <T>(usual: T, all: readonly T[]): T => (next() < 0.6 ? usual : one(all));
  return { ask: asking(await portOf(t), "/telemetry/destinations"), next, one, likely };
}

describe("300 generated requests to create a destination", () => {
  it("are valid for the form exactly if the sandbox accepts them", async (t) => {
    const { ask, next, one, likely } = await scene(t, 20_261_122);
    let accepted = 0;
    for (let index = 0; index < 300; index++) {
      const wanted = likely(`d-${index}`, names);
      const name =
        wanted === "log" || wanted === "A.b_c-9" || wanted === "otlp" || wanted === "-" || wanted === ".."
          ? `${wanted}${index}`
          : wanted;
      const headers = Object.fromEntries(
        Array.from({ length: one([0, 0, 1, 1, 2, 3]) }, () => [
          likely("Key", headerNames),
          likely("v", headerValues),
        ]),
      );
      const body = {
        name: name.length === 255 ? name.slice(0, 250) + String(10_000 + index) : name,
        endpoint:
          next() < 0.2
            ? `https://a.example/${"p".repeat(one([2_030, 2_031]))}`
            : `${likely("https://", schemes)}${one(hosts)}${one(paths)}`,
        ...(next() < 0.5 && { description: one(descriptions) }),
        ...(next() < 0.7 && { headers }),
      };
      const ours =
        OtlpDestinationCreateRequest.safeParse(body).success &&
        !isShapedLikeId(body.name, ["otlp_sandboxfree"]);
      const answer = await ask("POST", "", JSON.stringify(body));
      assert.equal(
        answer.status === 201,
        ours,
        `${answer.status} ${answer.text.slice(0, 300)} ${JSON.stringify(body).slice(0, 400)}`,
      );
      if (!ours) continue;
      accepted += 1;
      await ask("DELETE", `/${String(answer.body["id"])}`);
    }
    assert.ok(accepted > 30 && accepted < 270, String(accepted));
  });
});

describe("300 generated requests to change a destination", () => {
  it("are valid for the form exactly if the sandbox accepts them", async (t) => {
    const { ask, next, one, likely } = await scene(t, 20_261_123);
    let accepted = 0;
    for (let index = 0; index < 300; index++) {
      const before = JSON.stringify({ name: `before-${index}`, endpoint: "https://a.example" });
      const id = String((await ask("POST", "", before)).body["id"]);
      const headers = Object.fromEntries(
        Array.from({ length: one([0, 1, 1, 2, 3]) }, () => [
          likely("Key", headerNames),
          next() < 0.3 ? null : likely("v", headerValues),
        ]),
      );
      const many = Object.fromEntries(
        Array.from({ length: one([32, 33]) }, (_, place) => [`H${place}`, one(["v", null])]),
      );
      const body = {
        ...(next() < 0.4 && { name: likely(`d-${index}`, names) }),
        ...(next() < 0.4 && { endpoint: `${likely("https://", schemes)}${one(hosts)}${one(paths)}` }),
        ...(next() < 0.4 && { description: one(descriptions) }),
        ...(next() < 0.6 && { headers: next() < 0.1 ? many : headers }),
      };
      const ours =
        OtlpDestinationUpdateRequest.safeParse(body).success &&
        !isShapedLikeId(body.name ?? "", ["otlp_sandboxfree"]);
      const answer = await ask("PATCH", `/${id}`, JSON.stringify(body));
      assert.equal(
        answer.status === 200,
        ours,
        `${answer.status} ${answer.text.slice(0, 300)} ${JSON.stringify(body).slice(0, 400)}`,
      );
      if (ours) accepted += 1;
      await ask("DELETE", `/${id}`);
    }
    assert.ok(accepted > 30 && accepted < 270, String(accepted));
  });
});
