// What a proxy may be, as it is sent, and what is wrong with what somebody typed. The document shows none of it: the rules
// are those of the service's SDK and documentation.
import { X509Certificate } from "node:crypto";
import * as z from "zod/mini";
import { isPrivateHostname } from "../net/privateHosts.ts";

export const maxProxyNameLength = 255;
export const maxBypassHosts = 100;
export const maxHostLength = 253;
export const minPasswordLength = 5;
/** A bundle of many certificates has a tenth of that. In characters. */
export const maxCaBundleLength = 500_000;

/** Whether a text can be a proxy's name. */
export function isProxyName(proxyName: string): boolean {
  return (
    proxyName !== "" &&
    proxyName === proxyName.trim() &&
    proxyName.length <= maxProxyNameLength &&
    isPlainText(proxyName)
  );
}

/** Whether a text is well formed, and has no characters that steer. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** ISO 3166-1, alpha-2. */
const isoCountryCodes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
  "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF " +
  "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN " +
  "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
  "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
  "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI " +
  "VN VU WF WS YE YT ZA ZM ZW";

/** The countries that a proxy can be in, by their codes. */
export const countryCodes: readonly string[] = isoCountryCodes.split(" ");
/** The only countries of ISP proxies, says the service's documentation. */
export const ispCountryCodes: readonly string[] = ["US", "GB", "DE", "FR", "SG"];
const countries: ReadonlySet<string> = new Set(countryCodes);

export const isState = (text: string): boolean => /^[A-Z]{2}$/.test(text);
export const isCity = (text: string): boolean => /^\S+$/.test(text) && isPlainText(text);
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/** Whether a text is the number of a network, such as AS15169; a number has 32 bits. */
export function isAsn(text: string): boolean {
  const [, digits] = /^AS([1-9]\d{0,9})$/.exec(text) ?? [];
  return digits !== undefined && Number(digits) < 2 ** 32;
}

/** Whether a text is the name of a host: labels of letters, digits, dashes and underscores, and no address. */
function isHostName(text: string): boolean {
  const labels = text.split(".");
  return (
    text.length <= maxHostLength &&
    labels.every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

export type HostProblem = "empty" | "scheme" | "port" | "notHost";

/** The fault of a host: a name or an address, without all that may stand around it in a web address. */
export function hostProblem(text: string): HostProblem | undefined {
  if (text === "") return "empty";
  if (text.includes("://")) return "scheme";
  if (/^[^:]+:\d*$/.test(text)) return "port";
  return isHostName(text) || isAddress(text) ? undefined : "notHost";
}

/** Whether only a host's own network reaches it, as far as that can be told without resolving its name. */
export const isPrivateHost = (text: string): boolean =>
  isPrivateHostname(URL.parse(`http://${text.includes(":") ? `[${text}]` : text}`)?.hostname ?? "");

function isAddress(text: string): boolean {
  if (text.includes(":")) return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** Whether a text is a host that may go past a proxy: one, or with `*.` before it all below it. */
export const isBypassHost = (text: string): boolean =>
  text.length <= maxHostLength && isHostName(text.replace(/^\*\./, ""));

export type CaBundleProblem = "empty" | "tooLong" | "privateKey" | "none" | "unreadable";

const pemBlock = /-----BEGIN ([A-Z\d ]+)-----[^-]*-----END \1-----/g;

/** The fault of a bundle: certificates in PEM, one after the other, of which each can be read. Nothing else is in it. */
export function caBundleProblem(text: string): CaBundleProblem | undefined {
  if (text.trim() === "") return "empty";
  if (text.length > maxCaBundleLength) return "tooLong";
  // It would be sent away, and nobody asked for it.
  if (text.includes("PRIVATE KEY")) return "privateKey";
  const blocks = [...text.matchAll(pemBlock)];
  if (blocks.length === 0 || blocks.some(([, kind]) => kind !== "CERTIFICATE")) return "none";
  return blocks.every(([pem]) => isCertificate(pem)) && !text.replace(pemBlock, "").includes("-----")
    ? undefined
    : "unreadable";
}

/** How many certificates a bundle has. */
export const countCertificates = (text: string): number => [...text.matchAll(pemBlock)].length;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

const textMatching = (is: (text: string) => boolean) => z.string().check(z.refine(is));
const countryCode = textMatching((text) => countries.has(text));

/** What narrows where a residential proxy is; the service documents which exclude each other. */
type ProxyPlace = Partial<Record<"country" | "state" | "city" | "zip" | "asn", string | undefined>>;

function isValidPlace({ asn, city, country: chosen, state, zip }: ProxyPlace): boolean {
  const narrowed = [state, city, zip, asn].some((one) => one !== undefined);
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
  .check(z.refine(isValidPlace));

const MobileConfig = z
  .strictObject({
    country: z.optional(countryCode),
    state: z.optional(textMatching(isState)),
    city: z.optional(textMatching(isCity)),
  })
  .check(z.refine((place) => isValidPlace(place) && (place.state === undefined || place.country === "US")));

const CustomConfig = z.strictObject({
  host: textMatching((text) => hostProblem(text) === undefined),
  port: z.number().check(z.refine(isPort)),
  username: z.optional(z.string().check(z.minLength(1))),
  password: z.optional(z.string().check(z.minLength(minPasswordLength))),
  ca_bundle: z.optional(textMatching((text) => caBundleProblem(text) === undefined)),
});

const name = textMatching(isProxyName);
const commonFields = {
  name: z.optional(name),
  protocol: z.optional(z.enum(["http", "https"])),
  bypass_hosts: z.optional(z.array(textMatching(isBypassHost)).check(z.maxLength(maxBypassHosts))),
};

/** What creates a proxy: each type has fields of its own. Names are not unique. */
export const ProxyCreateRequest = z.discriminatedUnion("type", [
  z.strictObject({ ...commonFields, type: z.literal("datacenter"), config: z.optional(CountryConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("isp"), config: z.optional(CountryConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("residential"), config: z.optional(ResidentialConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("mobile"), config: z.optional(MobileConfig) }),
  z.strictObject({ ...commonFields, type: z.literal("custom"), config: CustomConfig }),
]);
export type ProxyCreateRequest = z.infer<typeof ProxyCreateRequest>;
export type ProxyType = ProxyCreateRequest["type"];

/** What changes a proxy: its name alone. */
export const ProxyRenameRequest = z.strictObject({ name });

/** Whether a text is an address that a proxy can be checked with: the service reaches it through the proxy. */
export function isCheckUrl(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || /[^\x21-\x7e]/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "" && !isPrivateHostname(url.hostname);
}

/** What checks a proxy: with an address, whether that can be reached through it. */
export const ProxyCheckRequest = z.strictObject({ url: z.optional(textMatching(isCheckUrl)) });
