// Which hosts are private: the client says so before it asks, and the sandbox refuses them as the service does. Known to no
// resource: both import it, and nothing else of each other.
import { BlockList, isIP, isIPv4 } from "node:net";

/** What no public address is in: networks of IPv4, each also as a gateway from IPv6 writes it (RFC 6052), and of IPv6. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  // Of many computers, and what is kept for later, with the address of all.
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv4");
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
for (const [network, prefix] of [
  // This computer, with ::1.
  ["::", 127],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv6");
}

/** Whether a host, as the URL parser writes it, is this computer or an address that only its network reaches. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  // An address of IPv4 within one of IPv6 (::ffff:7f00:1) is looked for among both.
  return isIP(host) > 0 && notPublic.check(host, isIPv4(host) ? "ipv4" : "ipv6");
}
