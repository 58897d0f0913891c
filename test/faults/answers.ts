// Parts of replies.
export const json = { "Content-Type": "application/json" };

export const errorOf = (code: string, more: object = {}): string =>
  JSON.stringify({ code, message: "Words of the service.", ...more });
