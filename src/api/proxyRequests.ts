// Request schemas for proxies, and validation of user input. interface.md doesn't cover proxies. The rules come from
// the service's SDK and documentation.
import { X509Certificate } from "node:crypto";
import * as z from "zod/mini";
import { isPrivateHostname } from "../net/privateHosts.ts";

export const maxProxyNameLength = 255;
export const maxBypassHosts = 100;
export const maxHostLength = 253;
export const minPasswordLength = 5;
/** Maximum length of a CA bundle in characters. Even a bundle of many certificates is only a tenth as long. */
export const maxCaBundleLength = 500_000;

export function isProxyName(proxyName: string): boolean {
  return (
    proxyName !== "" &&
    proxyName === proxyName.trim() &&
    proxyName.length <= maxProxyNameLength &&
    isPlainText(proxyName)
  );
}

/** True if the text is well-formed Unicode without control characters. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** ISO 3166-1 alpha-2. */
const isoCountryCodes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
  "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF " +
  "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN " +
  "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
  "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
  "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI " +
  "VN VU WF WS YE YT ZA ZM ZW";

export const countryCodes: readonly string[] = isoCountryCodes.split(" ");
/** Countries in which the service offers ISP proxies, according to its documentation. */
export const ispCountryCodes: readonly string[] = ["US", "GB", "DE", "FR", "SG"];
const countryCodeSet: ReadonlySet<string> = new Set(countryCodes);

export const isState = (text: string): boolean => /^[A-Z]{2}$/.test(text);
export const isCity = (text: string): boolean => /^\S+$/.test(text) && isPlainText(text);
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/** True for an autonomous system number of up to 32 bits, such as AS15169. */
export function isAsn(text: string): boolean {
  const [, digits] = /^AS([1-9]\d{0,9})$/.exec(text) ?? [];
  return digits !== undefined && Number(digits) < 2 ** 32;
}

/** True for a host name whose labels have only letters, digits, hyphens and underscores. False for IP addresses. */
function isHostName(text: string): boolean {
  const labels = text.split(".");
  return (
    text.length <= maxHostLength &&
    labels.every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

export type HostProblem = "empty" | "scheme" | "port" | "notHost";

/** Returns the problem with a host, which must be a bare host name or IP address. */
export function hostProblem(text: string): HostProblem | undefined {
  if (text === "") return "empty";
  if (text.includes("://")) return "scheme";
  if (/^[^:]+:\d*$/.test(text)) return "port";
  if (isHostName(text) || isAddress(text)) return undefined;
  return "notHost";
}

/** True if the text itself shows that the host is private. Host names aren't resolved. */
export const isPrivateHost = (text: string): boolean =>
  isPrivateHostname(URL.parse(`http://${text.includes(":") ? `[${text}]` : text}`)?.hostname ?? "");

function isAddress(text: string): boolean {
  if (text.includes(":")) return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** True for a host name, optionally with a leading `*.` for its subdomains. */
export const isBypassHost = (text: string): boolean =>
  text.length <= maxHostLength && isHostName(text.replace(/^\*\./, ""));

export type CaBundleProblem = "empty" | "tooLong" | "privateKey" | "none" | "unreadable";

const pemBlock = /-----BEGIN ([A-Z\d ]+)-----[^-]*-----END \1-----/g;

/** Returns the problem with a PEM bundle, or `undefined` if the bundle consists only of parsable certificates. */
export function caBundleProblem(text: string): CaBundleProblem | undefined {
  if (text.trim() === "") return "empty";
  if (text.length > maxCaBundleLength) return "tooLong";
  // Reject private keys, because the service doesn't need them and must not receive them.
  if (text.includes("PRIVATE KEY")) return "privateKey";
  const blocks = [...text.matchAll(pemBlock)];
  if (blocks.length === 0 || blocks.some(([, kind]) => kind !== "CERTIFICATE")) return "none";
  if (blocks.every(([pem]) => isCertificate(pem)) && !text.replace(pemBlock, "").includes("-----"))
    return undefined;
  return "unreadable";
}

export const countCertificates = (text: string): number => [...text.matchAll(pemBlock)].length;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

const textMatching = (isMatch: (text: string) => boolean) => z.string().check(z.refine(isMatch));
const countryCode = textMatching((text) => countryCodeSet.has(text));

/** Location of a residential proxy. The service's documentation specifies which fields are mutually exclusive. */
type ProxyLocation = Partial<Record<"country" | "state" | "city" | "zip" | "asn", string | undefined>>;

function isValidLocation({ asn, city, country: chosen, state, zip }: ProxyLocation): boolean {
  const narrowed = [state, city, zip, asn].some((part) => part !== undefined);
  if (narrowed && chosen === undefined) return false;
  if (zip !== undefined && chosen !== "US") return false;
  return (zip === undefined && asn === undefined) || (state === undefined && city === undefined);
}

const CountryConfig = z.strictObject({ country: z.optional(countryCode) });

const ResidentialConfig = z
  .strictObject({
    country: z.optional(countryCode),
    state: z.optional(textMatching(isState)),
    city: z.optional(textMatching(isCity)),
    zip: z.optional(textMatching(isZip)),
    asn: z.optional(textMatching(isAsn)),
  })
  .check(z.refine(isValidLocation));

const MobileConfig = z
  .strictObject({
    country: z.optional(countryCode),
    state: z.optional(textMatching(isState)),
    city: z.optional(textMatching(isCity)),
  })
  .check(
    z.refine((value) => isValidLocation(value) && (value.state === undefined || value.country === "US")),
  );

const CustomConfig = z.strictObject({
  host: textMatching((text) => hostProblem(text) === undefined),
  port: z.number().check(z.refine(isPort)),
  username: z.optional(z.string().check(z.minLength(1))),
  password: z.optional(z.string().check(z.minLength(minPasswordLength))),
  ca_bundle: z.optional(textMatching((text) => caBundleProblem(text) === undefined)),
});

const proxyNameText = textMatching(isProxyName);
const commonFields = {
  name: z.optional(proxyNameText),
  protocol: z.optional(z.enum(["http", "https"])),
  bypass_hosts: z.optional(z.array(textMatching(isBypassHost)).check(z.maxLength(maxBypassHosts))),
};

/** Request to create a proxy. Each proxy type has its own fields. Names don't have to be unique. */
export const ProxyCreateRequest = z.discriminatedUnion("type", [
  z.strictObject({ ...commonFields, type: z.literal("datacenter"), config: z.optional(CountryConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("isp"), config: z.optional(CountryConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("residential"), config: z.optional(ResidentialConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("mobile"), config: z.optional(MobileConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("custom"), config: CustomConfig }),
]);
export type ProxyCreateRequest = z.infer<typeof ProxyCreateRequest>;
export type ProxyType = ProxyCreateRequest["type"];

/** Request to rename a proxy. No other field of a proxy can be changed. */
export const ProxyRenameRequest = z.strictObject({ name: proxyNameText });
export type ProxyRenameRequest = z.infer<typeof ProxyRenameRequest>;

/** True if the service can check a proxy by requesting this URL through the proxy. */
export function isCheckUrl(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || /[^\x21-\x7e]/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "" && !isPrivateHostname(url.hostname);
}

/** Request to check a proxy. If `url` is given, the service checks that the proxy can reach this URL. */
export const ProxyCheckRequest = z.strictObject({ url: z.optional(textMatching(isCheckUrl)) });
