// Schemas of the requests that create, rename and check proxies. The interface doesn't document these operations.
// Rules that only the sandbox defines:
//
//   empty name                          400
//   city, state or ZIP, but no country  400
//   ZIP code or network with a city     400, and the same with a state
//   custom host                         any name, because the sandbox can't check if the service reaches the host
import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import * as z from "zod/mini";
import { isPrivateHostname } from "../../net/privateHosts.ts";
import { creationSchema } from "./requestSchemas.ts";

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/**
 * Two-letter codes that have a display name but aren't countries in ISO 3166-1: unions, parts of countries and former
 * countries.
 */
const nonCountryCodes =
  /^(?:A[CN]|BU|C[PQS]|D[DGY]|E[AUZ]|FX|HV|IC|NH|QO|RH|SU|T[AP]|U[KN]|VD|X[ABK]|Y[DU]|Z[RZ])$/;

const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !nonCountryCodes.test(code) && countryNames.of(code) !== undefined;

const countrySchema = z
  .string()
  .check(z.refine(isCountry, { error: "must be a country of ISO 3166, such as DE" }));
const stateSchema = z.string().check(z.regex(/^[A-Z]{2}$/, { error: "must be two capital letters" }));
const citySchema = z.string().check(z.regex(/^[^\s\p{C}]+$/u, { error: "must have no spaces" }));

const asnSchema = z.string().check(
  z.refine((value) => /^AS[1-9]\d*$/.test(value) && Number(value.slice(2)) <= 0xffffffff, {
    error: "must be the number of a network, such as AS15169",
  }),
);

type ProxyLocation = Partial<Record<"country" | "state" | "city" | "zip" | "asn", string | undefined>>;

const locationRules = [
  z.refine<ProxyLocation>(
    (location) =>
      location.country !== undefined || Object.values(location).every((part) => part === undefined),
    { error: "must name a country where it names a part of one" },
  ),
  z.refine<ProxyLocation>(({ zip, country }) => zip === undefined || country === "US", {
    error: "must be in the US where it names a ZIP code",
  }),
  z.refine<ProxyLocation>(
    ({ asn, city, state, zip }) => (zip ?? asn) === undefined || (city ?? state) === undefined,
    { error: "must have no city and no state beside a ZIP code or a network" },
  ),
];

const hostLabel = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

function isDnsName(name: string): boolean {
  const labels = name.split(".");
  return (
    name.length <= 253 &&
    labels.every((label) => hostLabel.test(label)) &&
    !/\.?\d+$/.test(`.${labels.at(-1)}`)
  );
}

const proxyHostSchema = z.string().check(
  z.refine((value) => (isIP(value) > 0 && !value.includes("%")) || isDnsName(value), {
    error: "must be the name or address of a host",
  }),
);

function isCertificateBundle(pem: string): boolean {
  const parts = pem.split(/(?=-----BEGIN )/).filter((part) => part.startsWith("-----BEGIN "));
  return (
    parts.length > 0 &&
    !pem.includes("PRIVATE KEY") &&
    parts.every((part) => {
      const [, body, rest] =
        /^(-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----)(.*)$/s.exec(part) ?? [];
      if (body === undefined || rest?.includes("-----") === true) return false;
      try {
        return new X509Certificate(body).fingerprint256 !== "";
      } catch {
        return false;
      }
    }) &&
    !pem.slice(0, pem.indexOf("-----BEGIN ")).includes("-----")
  );
}

const proxyNameSchema = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((value) => value.trim() === value && !/\p{Cc}|\p{Cs}/u.test(value), {
    error: "must have no spaces around it and no control characters",
  }),
);

const bypassHostSchema = z.string().check(
  z.refine((value) => value.length <= 253 && isDnsName(value.startsWith("*.") ? value.slice(2) : value), {
    error: "must be a host, or *. and a domain",
  }),
);

/** Creates the schema of a new proxy of one type. `config` is the schema of the type's own settings. */
const proxySchema = <Type extends string, Config extends z.core.SomeType>(type: Type, config: Config) =>
  z.strictObject({
    name: z.optional(proxyNameSchema),
    protocol: z.optional(z.enum(["http", "https"])),
    bypass_hosts: z.optional(z.array(bypassHostSchema).check(z.maxLength(100))),
    type: z.literal(type),
    config,
  });

const countryConfig = z.optional(creationSchema({}, { country: countrySchema }));
const locationShape = { country: countrySchema, state: stateSchema, city: citySchema };

export const CreateProxy = z.discriminatedUnion("type", [
  proxySchema("datacenter", countryConfig),
  proxySchema("isp", countryConfig),
  proxySchema(
    "residential",
    z.optional(
      creationSchema(
        {},
        {
          ...locationShape,
          zip: z.string().check(z.regex(/^\d{5}$/, { error: "must have five digits" })),
          asn: asnSchema,
          os: z.enum(["windows", "macos", "android"]),
        },
      ).check(...locationRules),
    ),
  ),
  proxySchema(
    "mobile",
    z.optional(
      creationSchema({}, locationShape).check(
        ...locationRules,
        z.refine<ProxyLocation>(({ state, country }) => state === undefined || country === "US", {
          error: "must be in the US where it names a state",
        }),
      ),
    ),
  ),
  proxySchema(
    "custom",
    creationSchema(
      { host: proxyHostSchema, port: z.int().check(z.gte(1), z.lte(65_535)) },
      {
        username: z.string().check(z.minLength(1)),
        password: z
          .string()
          .check(z.refine((value) => value.length >= 5, { error: "must have at least 5 characters" })),
        ca_bundle: z.string().check(z.refine(isCertificateBundle, { error: "must be certificates in PEM" })),
      },
    ),
  ),
]);
export type CreateProxy = z.infer<typeof CreateProxy>;

/** Schema of a rename. Leading and trailing spaces are removed before the name is validated. */
export const RenameProxy = creationSchema({ name: z.pipe(z.string().check(z.trim()), proxyNameSchema) }, {});

function isPublicAddress(value: string): boolean {
  const url = /^https?:\/\/[^/]/i.test(value) && /^[\x21-\x7e]*$/.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === "" && url.password === "" && !isPrivateHostname(url.hostname);
}

/** The service accepts a check without a body. */
export const CheckProxyBody = z.optional(
  creationSchema(
    {},
    { url: z.string().check(z.refine(isPublicAddress, { error: "must be a public http or https address" })) },
  ),
);
