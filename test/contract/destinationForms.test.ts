// Compares the validation in the destination form with the sandbox's, because both implement the same rules.
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  OtlpDestinationCreateRequest,
  OtlpDestinationUpdateRequest,
} from "../../src/api/destinationRequests.ts";
import { isShapedLikeId } from "../../src/domain/resources/destinations.ts";
import { assertSameVerdicts } from "./forms.ts";

const path = "/telemetry/destinations";

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

const oneOf = <T>(of: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...of);
const likely = (usual: string, alternatives: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: oneOf(alternatives) });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
const endpoints = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(likely("https://", schemes), oneOf(hosts), oneOf(paths))
      .map((parts) => parts.join("")),
  },
  {
    weight: 1,
    arbitrary: oneOf([2_030, 2_031]).map((length) => `https://a.example/${"p".repeat(length)}`),
  },
);
const headersOf = (values: fc.Arbitrary<string | null>) =>
  fc
    .array(fc.tuple(likely("Key", headerNames), values), { maxLength: 3 })
    .map((headers) => Object.fromEntries(headers));
/** As many headers as a destination can have, or one more. */
const manyHeaders = fc
  .tuple(oneOf([32, 33]), fc.infiniteStream(oneOf(["v", null])))
  .map(([length, given]) =>
    Object.fromEntries([...given.take(length)].map((value, at) => [`H${at}`, value])),
  );
const isFree = (name: string): boolean => !isShapedLikeId(name, ["otlp_sandboxfree"]);

describe("300 generated destination requests", () => {
  it("are valid in the creation form if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path,
      bodies: fc.record({
        name: likely("d", names),
        endpoint: endpoints,
        description: maybe(oneOf(descriptions)),
        headers: maybe(headersOf(likely("v", headerValues))),
      }),
      isValid: (body) => {
        const { success, data } = OtlpDestinationCreateRequest.safeParse(body);
        return success && isFree(data.name);
      },
    }));

  it("are valid in the edit form if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path,
      original: { name: "before", endpoint: "https://a.example" },
      bodies: fc.record({
        name: maybe(likely("d", names)),
        endpoint: maybe(endpoints),
        description: maybe(oneOf(descriptions)),
        headers: maybe(
          fc.oneof(
            { weight: 9, arbitrary: headersOf(fc.option(likely("v", headerValues), { freq: 2 })) },
            { weight: 1, arbitrary: manyHeaders },
          ),
        ),
      }),
      isValid: (body) => {
        const { success, data } = OtlpDestinationUpdateRequest.safeParse(body);
        return success && isFree(data.name ?? "");
      },
    }));
});
