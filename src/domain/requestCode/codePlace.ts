export const publicBaseUrl = "https://api.onkernel.com";

/** Target of generated code: base URL, token variable and project. */
export interface CodePlace {
  readonly baseUrl: string;
  /** Environment variable of the token. */
  readonly variable: string;
  /** Comment about the address for the top of the code. */
  readonly remark?: string;
  /** The request's project. Must satisfy {@link mayStandInCode}. */
  readonly projectId?: string;
}

/** Header that selects a project. */
export const projectHeader = "X-Kernel-Project-Id";

/** True if the ID needs no escaping in any shell or language. */
export const mayStandInCode = (projectId: string): boolean => /^[\w-]+$/.test(projectId);

/** Environment variable of the sandbox's token. */
export const sandboxVariable = "KERNEL_SANDBOX_TOKEN";

/**
 * Returns the environment variable of the token. The usual variable is reserved for the public service, so that code
 * for another origin can't send that token.
 */
export function tokenVariable(baseUrl: string): string {
  const { host, origin } = new URL(baseUrl);
  if (origin === publicBaseUrl) return "KERNEL_API_KEY";
  return `KERNEL_TOKEN_${host
    .toUpperCase()
    .replaceAll("-", "__")
    .replace(/[^A-Z0-9_]/g, "_")}`;
}

/**
 * Wraps lines of TypeScript in a called function `main`. Packages are loaded with `import()`, so the code runs as
 * CommonJS, as a module, and inside a function, where `import` statements and top-level `await` are invalid.
 */
export function wrapInMain(...body: readonly string[]): readonly string[] {
  const indented = body.flatMap((part) => part.split("\n")).map((line) => (line === "" ? "" : `  ${line}`));
  return ["async function main() {", ...indented, "}", "", "void main();"];
}
