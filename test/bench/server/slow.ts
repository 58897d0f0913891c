/** Below this path the bench's service answers as one far away does: this much later. */
export const slow = { path: "/slow", ms: 500 } as const;
