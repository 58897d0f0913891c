import { wrapInMain, projectHeader, publicBaseUrl, type CodeTarget } from "./codeTarget.ts";
import { escapeForPython } from "./requestPreview.ts";
import { tagKey, tagValue } from "../resources/browsers.ts";
import { visibleJson } from "../text/visible.ts";
import { pythonCheck, typescriptCheck } from "./checkCode.ts";
import { bashCheck, powershellCheck } from "./shellCheckCode.ts";
import { quoteForBash, quoteForPowerShell } from "./shellQuotes.ts";

export const codeLanguages = ["typescript", "python", "bash", "powershell"] as const;
export type CodeLanguage = (typeof codeLanguages)[number];
/** Form of generated code. Notebook cells run in an event loop, so they need Playwright's asynchronous API. */
export type CodeForm = CodeLanguage | "notebook";

/** Settings for launching a browser that opens a site to which the browser's profile is logged in. */
export interface ProfileUse {
  readonly profile: { readonly name: string } | { readonly id: string };
  /** The connection that keeps the profile logged in. */
  readonly connection: { readonly id: string; readonly domain: string };
  readonly stealth: boolean;
  readonly proxy:
    | { readonly kind: "default" | "direct" }
    | { readonly kind: "id"; readonly id: string; readonly name?: string };
}

/** The service that launches the browser. The project ID may be any text, because the generated code quotes it. */
export interface UseTarget extends Pick<CodeTarget, "baseUrl"> {
  readonly projectId?: string | undefined;
  /** True for the sandbox. A comment in the generated code then says which terminal sets the base URL and API key. */
  readonly isSandbox?: boolean;
}

/** True if a browser can be launched with this profile name. Profiles with other names must be selected by ID. */
export const isLaunchName = (name: string): boolean => /^[a-zA-Z0-9._-]{1,255}$/.test(name);

/**
 * Generates code that launches a browser with a profile, opens the site and deletes the browser. The API key is read
 * from `KERNEL_API_KEY`. For services other than the public one, the code requires a matching `KERNEL_BASE_URL`,
 * because the key may belong to another service. The browser's URL is never printed, because anyone who has it can
 * use the browser. If `checksLogin` is true, the code first waits up to ten minutes for the connection to be logged
 * in. TypeScript code has no type annotations, so that it is valid in JavaScript, too.
 */
export function generateUseCode(
  use: ProfileUse,
  form: CodeForm,
  target: UseTarget,
  checksLogin = false,
): string {
  return `${codeGenerators[form](use, target, checksLogin).join("\n")}\n`;
}

type CodeGenerator = (use: ProfileUse, target: UseTarget, checksLogin: boolean) => readonly string[];

const codeGenerators: Readonly<Record<CodeForm, CodeGenerator>> = {
  typescript: typescriptCode,
  python: (...args) => pythonCode(true, ...args),
  notebook: (...args) => pythonCode(false, ...args),
  bash: bashCode,
  powershell: powershellCode,
};

/** Flattens lists of lines and drops lines that are `false`. */
const flattenLines = (...all: readonly (string | false | readonly string[])[]): readonly string[] =>
  all.flat().filter((line) => line !== false);

const cookiesHint = "This context has the profile's cookies. A new one has none.";
/** The tested SDK version has no option for connecting without a proxy. Newer versions may have one. */
const noDirectHint =
  "The connection uses no proxy. The SDK (0.84) can't say so: with stealth, the browser uses a proxy.";
const hiddenAddressHint = "Playwright's error has the address, which opens the browser to whoever has it.";
const wrongAddressMessage =
  "Set KERNEL_BASE_URL to the address that this code is for, and KERNEL_API_KEY to its key.";
const notebookHint =
  "For a notebook, copy this code while the notebook is the active editor: a notebook needs another form.";
const missingKeyMessage = "Set KERNEL_API_KEY to the key of the service.";
/** The text must not contain quotes or parentheses, because an interactive zsh interprets them even in comments. */
const saveChangesHint = "to save what this session changes, such as a login, to the profile.";
const profileSavedHint =
  "The profile is saved when the browser is deleted or times out, not when it is closed.";
const sandboxTerminalHint = "in the terminal that Managed Auth: Open Sandbox Terminal opens.";

/** Returns the comments at the top of the code, about installation and the terminal to use. */
function headingComments(
  mark: string,
  install: readonly string[],
  { isSandbox }: UseTarget,
  run = "run this code",
) {
  const hint = isSandbox === true && `For the sandbox: ${run} ${sandboxTerminalHint}`;
  return flattenLines(install, hint).map((line) => `${mark} ${line}`);
}

const installCommandLine = "npm i -g @onkernel/cli";

function typescriptCode(use: ProfileUse, target: UseTarget, checksLogin: boolean): readonly string[] {
  const { baseUrl, projectId } = target;
  const isPublic = baseUrl === publicBaseUrl;
  const { connection, proxy, stealth } = use;
  const options = flattenLines(
    !isPublic && "baseURL",
    projectId !== undefined && `defaultHeaders: { "${projectHeader}": ${jsonString(projectId)} }`,
  ).join(", ");
  return flattenLines(
    headingComments("//", ["npm i @onkernel/sdk playwright-core"], target),
    wrapInMain(
      ...flattenLines(
        `const { Kernel } = await import("@onkernel/sdk");`,
        `const { chromium } = await import("playwright-core");`,
        "",
        !isPublic && `const baseURL = ${jsonString(baseUrl)};`,
        !isPublic &&
          `if (process.env["KERNEL_BASE_URL"] !== baseURL) throw new Error("${wrongAddressMessage}");`,
        `const kernel = new Kernel(${options && `{ ${options} }`}); // with KERNEL_API_KEY`,
        checksLogin && typescriptCheck(jsonString(connection.id)),
        "",
        `const creation = kernel.browsers.create({`,
        `  // Add save_changes: true ${saveChangesHint}`,
        `  // ${profileSavedHint}`,
        `  profile: { ${profileKey(use)}: ${jsonString(profileReference(use))} },`,
        `  stealth: ${String(stealth)},`,
        proxy.kind === "id" && `  proxy_id: ${jsonString(proxy.id)},`,
        `  tags: { ${tagKey}: "${tagValue}" },`,
        isDirectWithStealth(use) && `  // ${noDirectHint}`,
        `});`,
        `const stop = new AbortController();`,
        `const deletion = new Promise((resolve) => stop.signal.addEventListener("abort", resolve))`,
        `  .then(() => creation)`,
        `  .then(({ session_id }) => kernel.browsers.deleteByID(session_id));`,
        `// Ctrl-C and SIGTERM skip the finally block. A second Ctrl-C doesn't wait.`,
        `const deleteAndExit = () => {`,
        `  stop.abort();`,
        `  void deletion.finally(() => process.exit(1));`,
        `};`,
        `process.once("SIGINT", deleteAndExit).once("SIGTERM", deleteAndExit);`,
        `const browser = await creation;`,
        `try {`,
        `  const remote = await chromium.connectOverCDP(browser.cdp_ws_url).catch((error) => {`,
        `    // ${hiddenAddressHint}`,
        `    throw new Error(String(error).replace(/wss?:\\/\\/\\S+/g, "(address)"));`,
        `  });`,
        `  // ${cookiesHint}`,
        `  const [context] = remote.contexts();`,
        `  if (context === undefined) throw new Error("The browser has no context");`,
        `  const page = context.pages()[0] ?? (await context.newPage());`,
        `  await page.goto(${jsonString(connectionSite(use))});`,
        `  console.log(await page.title());`,
        `} finally {`,
        `  stop.abort();`,
        `  await deletion;`,
        `}`,
      ),
    ),
  );
}

function pythonCode(
  isScript: boolean,
  use: ProfileUse,
  target: UseTarget,
  checksLogin: boolean,
): readonly string[] {
  const { baseUrl, projectId } = target;
  const isPublic = baseUrl === publicBaseUrl;
  const { connection, proxy, stealth } = use;
  const options = flattenLines(
    !isPublic && "base_url=base_url",
    projectId !== undefined && `default_headers={"${projectHeader}": ${pythonString(projectId)}}`,
  ).join(", ");
  const api = isScript ? "sync" : "async";
  const wait = isScript ? "" : "await ";
  const install = isScript
    ? ["pip install kernel playwright", notebookHint]
    : ["%pip install kernel playwright"];
  return flattenLines(
    headingComments("#", install, target, isScript ? "run this code" : "start Jupyter"),
    !isPublic && "import os",
    "import re",
    isScript && "import signal",
    checksLogin && "import time",
    checksLogin && "from datetime import datetime, timezone",
    "",
    `from kernel import Kernel`,
    `from playwright.${api}_api import ${api}_playwright`,
    "",
    !isPublic && [
      `base_url = ${pythonString(baseUrl)}`,
      `if os.environ.get("KERNEL_BASE_URL") != base_url:`,
      `    raise SystemExit("${wrongAddressMessage}")`,
    ],
    `kernel = Kernel(${options})  # with KERNEL_API_KEY`,
    checksLogin && pythonCheck(pythonString(connection.id)),
    "",
    // Without a signal handler, Python exits on SIGTERM without running the finally block.
    isScript && `signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C does`,
    `browser = kernel.browsers.create(`,
    `    # Add "save_changes": True ${saveChangesHint}`,
    `    # ${profileSavedHint}`,
    `    profile={"${profileKey(use)}": ${pythonString(profileReference(use))}},`,
    `    stealth=${stealth ? "True" : "False"},`,
    proxy.kind === "id" && `    proxy_id=${pythonString(proxy.id)},`,
    `    tags={"${tagKey}": "${tagValue}"},`,
    isDirectWithStealth(use) && `    # ${noDirectHint}`,
    `)`,
    `try:`,
    `    ${isScript ? "" : "async "}with ${api}_playwright() as playwright:`,
    `        try:`,
    `            remote = ${wait}playwright.chromium.connect_over_cdp(browser.cdp_ws_url)`,
    `        except Exception as error:`,
    `            # ${hiddenAddressHint}`,
    `            raise SystemExit(re.sub(r"wss?://\\S+", "(address)", str(error))) from None`,
    `        # ${cookiesHint}`,
    `        context = remote.contexts[0]`,
    `        page = context.pages[0] if context.pages else ${wait}context.new_page()`,
    `        ${wait}page.goto(${pythonString(connectionSite(use))})`,
    `        print(${wait}page.title())`,
    `finally:`,
    `    kernel.browsers.delete_by_id(browser.session_id)`,
  );
}

function bashCode(use: ProfileUse, target: UseTarget, checksLogin: boolean): readonly string[] {
  const { baseUrl, projectId } = target;
  const project = projectId === undefined ? "" : ` --project ${quoteForBash(projectId)}`;
  const create = `kernel browsers create ${createFlags(use, quoteForBash)}${project} -o json`;
  const launch = flattenLines(
    `# Add --save-changes ${saveChangesHint}`,
    `# ${profileSavedHint}`,
    checksLogin && "ensure_logged_in &&",
    // `grep` fails if jq prints nothing. jq 1.6 alone would succeed even if `create` failed without output.
    `session=$(${create} | jq -r '.session_id // empty' | grep .) &&`,
    `  printf '%s\\n' "Session: $session" ${quoteForBash(`When done: kernel browsers delete${project}`)}" $session"`,
  );
  const isPublic = baseUrl === publicBaseUrl;
  const needs = checksLogin ? "This code also needs jq and curl." : "This code also needs jq.";
  const top = headingComments("#", [installCommandLine, needs], target);
  if (isPublic && !checksLogin) return [...top, ...launch];
  const isHere = isPublic ? "" : `[ "$KERNEL_BASE_URL" = ${quoteForBash(baseUrl)} ] && `;
  return flattenLines(
    top,
    checksLogin && bashCheck({ connectionId: use.connection.id, projectId }, quoteForBash),
    // Require the API key, because the CLI would otherwise use the account that it is logged in to.
    `if ${isHere}[ -n "$KERNEL_API_KEY" ]; then`,
    launch.map((line) => `  ${line}`),
    `else printf '%s\\n' '${isPublic ? missingKeyMessage : wrongAddressMessage}'; fi`,
  );
}

function powershellCode(use: ProfileUse, target: UseTarget, checksLogin: boolean): readonly string[] {
  const { baseUrl, projectId } = target;
  const project = projectId === undefined ? "" : ` --project ${quoteForPowerShell(projectId)}`;
  const create = `kernel browsers create ${createFlags(use, quoteForPowerShell)}${project} -o json`;
  const launch = flattenLines(
    checksLogin && powershellCheck({ connectionId: use.connection.id, projectId }, quoteForPowerShell),
    checksLogin && "Confirm-Login",
    `# Add --save-changes ${saveChangesHint}`,
    `# ${profileSavedHint}`,
    `$session = (${create} | Out-String | ConvertFrom-Json).session_id`,
    `if ($session) {`,
    `  "Session: $session"`,
    `  ${quoteForPowerShell(`When done: kernel browsers delete${project} `)} + $session`,
    `}`,
  );
  const isPublic = baseUrl === publicBaseUrl;
  const top = headingComments("#", [installCommandLine], target);
  if (isPublic && !checksLogin) return [...top, ...launch];
  const isHere = isPublic
    ? "$env:KERNEL_API_KEY"
    : `($env:KERNEL_BASE_URL -ceq ${quoteForPowerShell(baseUrl)}) -and $env:KERNEL_API_KEY`;
  // Use a single block, because PowerShell doesn't run a pasted block until the block is complete.
  return flattenLines(
    top,
    `if (-not (${isHere})) { Write-Error '${isPublic ? missingKeyMessage : wrongAddressMessage}' } else {`,
    launch.map((line) => `  ${line}`),
    `}`,
  );
}

/** Returns the command-line options for `kernel browsers create`. */
function createFlags(use: ProfileUse, quoted: (text: string) => string): string {
  const { proxy, stealth } = use;
  return flattenLines(
    `--profile-${profileKey(use)} ${quoted(profileReference(use))}`,
    stealth && "--stealth",
    proxy.kind === "id" && `--proxy-id ${quoted(proxy.id)}`,
    proxy.kind === "direct" && "--proxy-mode direct",
    `--tag ${tagKey}=${tagValue}`,
  ).join(" ");
}

/**
 * True if the browser uses stealth and explicitly no proxy. Without stealth, browsers use no proxy by default
 * (interface.md §2.3).
 */
const isDirectWithStealth = ({ proxy, stealth }: ProfileUse): boolean => proxy.kind === "direct" && stealth;

const profileKey = ({ profile }: ProfileUse): "name" | "id" => ("name" in profile ? "name" : "id");
const profileReference = ({ profile }: ProfileUse): string => ("name" in profile ? profile.name : profile.id);
const connectionSite = ({ connection }: ProfileUse): string => `https://${connection.domain}`;

const jsonString = (text: string): string => visibleJson(JSON.stringify(text));
const pythonString = (text: string): string => visibleJson(JSON.stringify(text), escapeForPython);
