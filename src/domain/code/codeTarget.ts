export const publicBaseUrl = "https://api.onkernel.com";

/** The base URL, token variable and project that generated code uses. */
export interface CodeTarget {
  readonly baseUrl: string;
  /** Name of the environment variable that contains the token. */
  readonly variable: string;
  /** Comment about the base URL, shown at the top of the generated code. */
  readonly remark?: string;
  /** ID of the project that the generated code selects. Must satisfy {@link isSafeInCode}. */
  readonly projectId?: string;
}

/** Name of the request header that selects a project. */
export const projectHeader = "X-Kernel-Project-Id";

/** True if a project ID needs no escaping in any shell or programming language. */
export const isSafeInCode = (projectId: string): boolean => /^[\w-]+$/.test(projectId);

export const sandboxVariable = "KERNEL_SANDBOX_TOKEN";

/**
 * Returns the name of the environment variable for the token. `KERNEL_API_KEY` is reserved for the public service, so
 * that code for another origin can't send that key.
 */
export function tokenVariable(baseUrl: string): string {
  const { host, origin, protocol } = new URL(baseUrl);
  if (origin === publicBaseUrl) return "KERNEL_API_KEY";
  return `KERNEL_TOKEN_${protocol === "http:" ? "HTTP_" : ""}${host
    .toUpperCase()
    .replaceAll("-", "__")
    .replace(/[^A-Z0-9_]/g, "_")}`;
}

/**
 * Wraps TypeScript code in a function `main`, followed by a call to `main`. The code must load packages with
 * `import()`. The result runs as a module, but also as CommonJS and inside a function, which don't allow `import`
 * statements or top-level `await`.
 */
export function wrapInMain(...body: readonly string[]): readonly string[] {
  const indented = body.flatMap((part) => part.split("\n")).map((line) => (line === "" ? "" : `  ${line}`));
  return ["async function main() {", ...indented, "}", "", "void main();"];
}
