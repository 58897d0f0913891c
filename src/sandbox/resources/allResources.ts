// Lists every resource of the sandbox. A resource comes before the resources that refer to its rows.
//
// A new sandbox contains one organization in a Startup trial, and one example of each distinct case:
//
//   project      Default            contains everything below; used if a request names no project (proj_sandboxdefault)
//   project      Staging            empty (proj_sandboxstaging)
//   connection   ma_sandboxcompliance   logged in, can re-authenticate; exports to compliance-log
//   connection   ma_sandboxhelpdesk     a login waits for a choice or a code, and is renewed before it expires
//   connection   ma_sandboxtravel       its last login failed
//   connection   others                 every other status, reason and outcome (connections/seededConnections.ts)
//   login        progresses by itself; flows/domainBehaviors.ts lists domains with special logins
//   profile      compliance, support, travel   several connections each; research has none; one has no name
//   proxy        paris-datacenter   unique name (proxy_sandboxparis)
//   proxy        office             two with this name: ambiguous (400); use the IDs proxy_sandboxoffice1, …2
//   proxy        berlin-residential, tokyo-mobile, headquarters   the other types (proxy_sandboxberlin, …tokyo, …own)
//   proxy        retired            unavailable: not found by name (proxy_sandboxretired)
//   proxy        london             a check finds it unavailable (proxy_sandboxlondon)
//   proxy        test-lab           a check cannot be run, 422 (proxy_sandboxlab)
//   credential   github-bot         with a secret for one-time codes (cred_sandboxgithub)
//   credential   helpdesk-agent     logs in with Google (cred_sandboxhelpdesk)
//   credential   payroll-import     without values (cred_sandboxpayroll)
//   provider     onepassword        three items in two vaults (credprov_sandbox)
//   provider     retired-vault      refused token, like any token that starts with "refused" (credprov_sandboxold)
//   provider     travel-team        disabled (credprov_sandboxoff)
//   destination  nightly-archive    unused: can be deleted (otlp_sandboxfree)
//   destination  live-sessions      two browsers export to it and fail (otlp_sandboxsessions)
//   destination  compliance-log     a connection selects it (otlp_sandboxselected)
//   destination  login-traces       used by a login that stays in progress (otlp_sandboxlogin)
//   browser      nightly-report     never times out, because a client stays connected (bs_sandbox1)
//   browser      without a name     started by copied code; a client stays connected (bs_sandbox2)
import { browserResource } from "./browsers.ts";
import { connectionResource } from "./connections/connections.ts";
import { accountResource } from "./account.ts";
import { controlResource } from "./control.ts";
import { credentialResource } from "./credentials.ts";
import { destinationResource } from "./destinations.ts";
import { flowResource } from "./flows/flows.ts";
import { hostedLoginResource } from "./hosted/hostedLogin.ts";
import { profileResource } from "./profiles.ts";
import { projectResource } from "./projects.ts";
import { providerResource } from "./providers.ts";
import { proxyResource } from "./proxies.ts";
import type { SandboxResource } from "./resource.ts";

export const sandboxResources: readonly SandboxResource[] = [
  accountResource,
  projectResource,
  profileResource,
  proxyResource,
  credentialResource,
  providerResource,
  destinationResource,
  connectionResource,
  flowResource,
  hostedLoginResource,
  browserResource,
  controlResource,
];
