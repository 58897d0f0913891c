// Private hosts: the client warns about them, and the sandbox refuses them as the service does. Shared so that both agree.
import { BlockList, isIP, isIPv4 } from "node:net";

/** Networks without public addresses: of IPv4, each also in the form of IPv6 gateways (RFC 6052), and of IPv6. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  // Multicast, and reserved, with broadcast.
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv4");
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
for (const [network, prefix] of [
  // The unspecified address and ::1.
  ["::", 127],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv6");
}

/** Whether a host, as the URL parser writes it, is this computer or in a private network. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  // BlockList also finds an IPv4 address inside an IPv6 one (::ffff:7f00:1).
  return isIP(host) > 0 && notPublic.check(host, isIPv4(host) ? "ipv4" : "ipv6");
}
