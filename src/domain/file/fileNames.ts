/** The connection file of a folder, unless another one is named. */
export const usualFile = "managed-auth.jsonc";

/** Returns the file that was probably meant to be `managed-auth.jsonc`, such as `managed-auth.json`. */
export function misnamedFile(names: readonly string[]): string | undefined {
  return names.find((name) => name !== usualFile && /^managed[-_ ]?auth\.jsonc?(?:\.txt)?$/i.test(name));
}
