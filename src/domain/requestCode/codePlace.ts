/** Where the public service answers. */
export const publicBaseUrl = "https://api.onkernel.com";

/** Where generated code sends its request, and with which token. */
export interface CodePlace {
  readonly baseUrl: string;
  /** The environment variable that holds the token. */
  readonly variable: string;
  /** What has to be known of the address, for the top of the code. */
  readonly remark?: string;
  /** The project that the request names; {@link mayStandInCode}. */
  readonly projectId?: string;
}

/** The header that names a project. */
export const projectHeader = "X-Kernel-Project-Id";

/** Whether a project's id means in no shell and no language anything but itself, as it stands. */
export const mayStandInCode = (projectId: string): boolean => /^[\w-]+$/.test(projectId);

/** The variable of the sandbox's token. */
export const sandboxVariable = "KERNEL_SANDBOX_TOKEN";

/**
 * The variable that code for a service reads its token from. The usual one belongs to the public service alone: code
 * for another origin must not find the public service's token in it.
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
 * Lines of TypeScript in a function `main` that is called. They load packages with `import()`. So the code runs in
 * CommonJS, as a module, and inside a function, where neither `import` statements nor top-level `await` are valid.
 */
export function inMain(...body: readonly string[]): readonly string[] {
  const indented = body.flatMap((part) => part.split("\n")).map((line) => (line === "" ? "" : `  ${line}`));
  return ["async function main() {", ...indented, "}", "", "void main();"];
}
