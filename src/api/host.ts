/** Longest name that DNS knows (RFC 1035), without the dot that may stand at its end. */
const longestName = 253;
const name = /^[a-z0-9._-]+$/;
const ipv6 = /^\[[0-9a-f:]+\]$/;

/**
 * Whether the host of an address can be one at all. Such a host is short enough to be shown whole, and has no character
 * that a surface of the editor would draw as anything else.
 */
export function canBeHost({ hostname }: URL): boolean {
  return hostname.replace(/\.$/, "").length <= longestName && (name.test(hostname) || ipv6.test(hostname));
}
