// What tools send of a connection's settings: the shapes of §4.1 without the deprecated fields, in which every text is one
// that the confirmation shows whole, so that nobody agrees to what cannot be seen.
import * as z from "zod/mini";
import { HealthCheckInterval, saysSomething } from "../../api/schemas.ts";
import { Categories } from "../../api/telemetry.ts";
import { isDomain } from "../../domain/draft/domainName.ts";
import { readLoginUrl } from "../../domain/draft/loginUrl.ts";
import { inert, longestWhole } from "../../domain/text/display.ts";
import { nameFault } from "../../domain/text/names.ts";
import { visibleLine } from "../../domain/text/visible.ts";

/** In UTF-16 code units, of everything in an input that the confirmation shows. */
const longestDialog = 1_500;
/** As many as a confirmation lists. */
const mostDomains = 20;

const isShownWhole = (text: string): boolean =>
  nameFault(text) === undefined && inert(visibleLine(text)) === text;

/** Whether the user can read in one dialog what somebody wrote. */
export const fitsDialog = z.check<object>(({ issues, value: input }) => {
  if (JSON.stringify(input).length > longestDialog)
    issues.push({ code: "too_big", origin: "string", maximum: longestDialog, input });
});

/** A name, as it is sent and shown. */
export const shownName = z.string().check(z.minLength(1), z.maxLength(longestWhole), z.refine(isShownWhole));

/** A host, in the form that is sent. */
export const host = z.string().check(z.minLength(1), z.maxLength(longestWhole), z.refine(isDomain));

/** The address of a login page, which is sent as {@link readLoginUrl} writes it. */
const page = z.string().check(
  z.maxLength(longestWhole),
  z.refine((text) => {
    const read = readLoginUrl(text);
    return read !== undefined && isShownWhole(read);
  }),
);

const Named = z.union([z.strictObject({ id: shownName }), z.strictObject({ name: shownName })]);

/** §2.6, whole: what is captured, and where it is exported to. */
const Telemetry = z.union([
  z.strictObject({ enabled: z.literal(false) }),
  z.strictObject({
    enabled: z.literal(true),
    browser: z.optional(Categories),
    export: z.optional(z.strictObject({ otlp: z.strictObject({ destination: Named }) })),
  }),
]);

/** Everything of §4.1 that has a default. */
export const settings = {
  allowed_domains: z.optional(z.array(host).check(z.maxLength(mostDomains))),
  auto_reauth: z.optional(z.boolean()),
  browser: z.optional(
    z
      .strictObject({
        proxy: z.optional(
          z.union([
            z.strictObject({ mode: z.enum(["direct", "default"]) }),
            z.strictObject({ id: shownName }),
            z.strictObject({ name: shownName }),
          ]),
        ),
        stealth: z.optional(z.boolean()),
        telemetry: z.optional(Telemetry),
      })
      .check(saysSomething),
  ),
  credential: z.optional(
    z.union([
      z.strictObject({ name: shownName }),
      z.strictObject({ provider: shownName, path: shownName }),
      z.strictObject({ provider: shownName, auto: z.literal(true) }),
    ]),
  ),
  health_check_interval: z.optional(HealthCheckInterval),
  health_checks: z.optional(z.boolean()),
  login_url: z.optional(page),
  record_session: z.optional(z.boolean()),
  save_credentials: z.optional(z.boolean()),
} as const;

/** As {@link settings}, where an empty login page takes away the one that is there. */
export const changedSettings = {
  ...settings,
  login_url: z.optional(z.union([z.literal(""), page])),
} as const;
