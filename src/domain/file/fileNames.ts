export const defaultFileName = "managed-auth.jsonc";

/** Corrects the spelling and extension of a connection file's name. Returns other names unchanged. */
export const correctFileName = (name: string): string =>
  name.replace(/(?<=^|\.)managed[-_ ]?auth\.jsonc?(?:\.txt)?$/i, defaultFileName);

/** Returns the first file name that is probably another spelling of the wanted name. */
export function misnamedFile(names: readonly string[], wanted: string): string | undefined {
  const plainName = (name: string): string => correctFileName(name).toLowerCase();
  return names.find((name) => name !== wanted && plainName(name) === plainName(wanted));
}
