export const defaultFileName = "managed-auth.jsonc";

/** Returns the first file name that is probably a misspelling of `managed-auth.jsonc`. */
export function misnamedFile(names: readonly string[]): string | undefined {
  return names.find(
    (name) => name !== defaultFileName && /^managed[-_ ]?auth\.jsonc?(?:\.txt)?$/i.test(name),
  );
}
