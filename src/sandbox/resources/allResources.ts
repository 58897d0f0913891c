// Every resource of the pretend service. What the rows of one refer to stands before it.
//
// A new sandbox holds one organization in a Startup trial, and one of everything that can be told apart:
//
//   project      Default            everything below (proj_sandboxdefault): also what is meant where none is named
//   project      Staging            nothing yet (proj_sandboxstaging)
//   connection   ma_sandboxcompliance   logged in, can log in again by itself; selects compliance-log, exports to it
//   connection   ma_sandboxhelpdesk     a login waits for a choice or a code, and is renewed before it expires
//   connection   ma_sandboxtravel       its last login failed
//   connection   the others             every other status, reason and end of a login (connections/seed.ts)
//   login        goes on by itself; domains that make it go another way are in flows/switches.ts
//   profile      compliance, support, travel   several connections each; research has none; one has no name
//   proxy        paris-datacenter   one of its name (proxy_sandboxparis)
//   proxy        office             two of that name: ambiguous (400), only proxy_sandboxoffice1, …2 work
//   proxy        berlin-residential, tokyo-mobile, headquarters   the other types (proxy_sandboxberlin, …tokyo, …own)
//   proxy        retired            unavailable: not found by name (proxy_sandboxretired)
//   proxy        london             a check finds it unavailable (proxy_sandboxlondon)
//   proxy        test-lab           a check cannot be run, 422 (proxy_sandboxlab)
//   credential   github-bot         with a secret for one-time codes (cred_sandboxgithub)
//   credential   helpdesk-agent     logs in with Google (cred_sandboxhelpdesk)
//   credential   payroll-import     without values (cred_sandboxpayroll)
//   provider     onepassword        three items in two vaults (credprov_sandbox)
//   provider     retired-vault      its token is refused, as one that begins with "refused" (credprov_sandboxold)
//   provider     travel-team        disabled (credprov_sandboxoff)
//   destination  nightly-archive    free: can be deleted (otlp_sandboxfree)
//   destination  live-sessions      two sessions are exporting to it, in vain (otlp_sandboxsessions)
//   destination  compliance-log     a connection selects it (otlp_sandboxselected)
//   destination  login-traces       a login that uses it is in progress, and stays so (otlp_sandboxlogin)
import { browsers } from "./browsers.ts";
import { connections } from "./connections/connections.ts";
import { account } from "./account.ts";
import { control } from "./control.ts";
import { credentials } from "./credentials.ts";
import { destinations } from "./destinations.ts";
import { flows } from "./flows/flows.ts";
import { hosted } from "./hosted/hosted.ts";
import { profiles } from "./profiles.ts";
import { projects } from "./projects.ts";
import { providers } from "./providers.ts";
import { proxies } from "./proxies.ts";
import type { Resource } from "./resource.ts";

export const resources: readonly Resource[] = [
  account,
  projects,
  profiles,
  proxies,
  credentials,
  providers,
  destinations,
  connections,
  flows,
  hosted,
  browsers,
  control,
];
