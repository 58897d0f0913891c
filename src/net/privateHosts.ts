// Detects private hosts. The service and the sandbox reject private hosts, so the client rejects or warns about them.
import { BlockList, isIP, isIPv4 } from "node:net";

/** Address ranges outside the public internet. IPv4 ranges are also listed in NAT64 form (RFC 6052). */
const nonPublicNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  // Multicast addresses, then reserved addresses including the broadcast address.
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  nonPublicNetworks.addSubnet(network, prefix, "ipv4");
  nonPublicNetworks.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
for (const [network, prefix] of [
  // The unspecified address (::) and the loopback address (::1).
  ["::", 127],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  nonPublicNetworks.addSubnet(network, prefix, "ipv6");
}

/** True if a host, in the format of `URL.hostname`, is this computer or an address in a private network. */
export function isPrivateHostname(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  // BlockList also checks IPv4 addresses that are embedded in IPv6 addresses, such as ::ffff:7f00:1.
  return isIP(host) > 0 && nonPublicNetworks.check(host, isIPv4(host) ? "ipv4" : "ipv6");
}
