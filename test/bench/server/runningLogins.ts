/** The connections whose logins run. */
export const running: readonly string[] = Array.from({ length: 100 }, (_, index) => `ma_${index}`);

/** What the service is to do. */
export type Order =
  | { readonly kind: "step"; readonly id: string; readonly step: "AWAITING_INPUT" | "SUBMITTING" }
  | { readonly kind: "beat"; readonly word: string }
  /** Counts anew from now on. */
  | { readonly kind: "begin" }
  | { readonly kind: "count" };

/** What the service says after it. */
export interface Said {
  /** When it did it, in milliseconds since 1970, and parts of them. */
  readonly at: number;
  /** The most requests and streams that were open at once since it has counted. */
  readonly most: number;
  /** The connections of which a stream is open. */
  readonly streams: readonly string[];
  /** Sockets that are open, idle ones included. */
  readonly sockets: number;
}
