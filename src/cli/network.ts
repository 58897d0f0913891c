// Connects to the service, directly or through the proxy that the environment variables specify.
import { BlockList, isIP } from "node:net";
import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import type { ServiceDispatcher } from "../api/dispatcher.ts";
import { dispatcherOptions, loopbackPool, serviceDispatcher } from "../api/pool.ts";
import { CommandError, type CommandShell } from "./output.ts";

type ProxyEnvironment = CommandShell["env"];

/** Returns the dispatcher for an origin. Loopback addresses bypass the proxy, which couldn't reach them. */
export function dispatcherFor(env: ProxyEnvironment, origin: string): ServiceDispatcher {
  if (origin.startsWith("http:")) return loopbackPool(origin);
  const uri = proxyFor(env, origin);
  if (uri === undefined) return serviceDispatcher(new Pool(origin, dispatcherOptions));
  // Tunnels through a proxy need the `connect` method. Only undici's main module adds it, and importing that module
  // would triple the size of undici in the bundle.
  Object.assign(Dispatcher.prototype, { connect });
  const { password, username } = new URL(uri);
  // Decode the user name and password for a SOCKS proxy, because undici would send them percent-encoded.
  const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return serviceDispatcher(new ProxyAgent({ uri, ...dispatcherOptions, ...login }));
}

/**
 * Returns the name and value of the first environment variable that isn't empty. Tries the lowercase form of each
 * name first, as other tools do.
 */
function firstVariable(
  env: ProxyEnvironment,
  ...names: readonly string[]
): readonly [name: string, value: string] {
  const found = names
    .flatMap((name) => [name.toLowerCase(), name])
    .find((name) => (env[name] ?? "").trim() !== "");
  if (found === undefined) return ["", ""];
  return [found, (env[found] ?? "").trim()];
}

/** Returns the proxy for an https origin, or undefined to connect directly. Throws on an invalid proxy address. */
export function proxyFor(env: ProxyEnvironment, origin: string): string | undefined {
  const [name, value] = firstVariable(env, "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY");
  if (value === "" || bypassesProxy(new URL(origin), firstVariable(env, "NO_PROXY")[1])) return undefined;
  // Replace `socks5h`, which undici doesn't support. With `socks5`, undici also lets the proxy resolve host names.
  const address = value.includes("://") ? value.replace(/^socks5h:/i, "socks5:") : `http://${value}`;
  if (!isProxyAddress(address))
    throw new CommandError(
      `${name} isn't a valid address. Use http://host:port or socks5://host:port; in a user name or password, write % as %25.`,
    );
  // Drop the path and query, because undici throws if a proxy address has either.
  return new URL(address).href.replace(/(:\/\/[^/?#]*).*$/s, "$1");
}

function isProxyAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, password, protocol, username } = new URL(address);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return hostname !== "" && ["http:", "https:", "socks:", "socks5:"].includes(protocol);
}

/** True if NO_PROXY covers the host. Entries are domains (with subdomains), IP addresses, networks or `*`. */
function bypassesProxy({ hostname, port }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, "$1").replace(/(?<=.)\.$/, "");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, bracketed, plain, entryPort] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== (port || "443")) return false;
      return coversHost(bracketed ?? plain ?? "", host);
    });
}

function coversHost(entry: string, host: string): boolean {
  if (entry === "*") return true;
  const [network = "", bits] = entry.split("/");
  const type = isIP(network) === 6 ? "ipv6" : "ipv4";
  if (isIP(network) !== 0) {
    if (isIP(host) === 0) return false;
    const list = new BlockList();
    const maxBits = type === "ipv6" ? 128 : 32;
    if (bits === undefined) list.addAddress(network, type);
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits) list.addSubnet(network, Number(bits), type);
    return list.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
  }
  const domain = entry.replace(/^\*?\./, "").replace(/\.$/, "");
  // A `no_proxy` entry such as `*.bank.example` doesn't cover bank.example itself.
  return domain !== "" && ((host === domain && !entry.startsWith("*")) || host.endsWith(`.${domain}`));
}
