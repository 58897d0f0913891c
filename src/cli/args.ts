// Parses command-line arguments and contains the help page.
import { parseArgs } from "node:util";
import { nearestWord } from "../domain/file/problem.ts";

const commandNames = ["plan", "apply", "import", "validate", "ensure", "status", "browsers"] as const;
export type CommandName = (typeof commandNames)[number];

/** The version number, defined by the build. Undefined in tests, which run the source code. */
declare const cliVersion: string;
export const commandLineVersion = typeof cliVersion === "undefined" ? "development" : cliVersion;

const booleanOption = { type: "boolean", default: false } as const;
const optionTypes = {
  help: { ...booleanOption, short: "h" },
  version: booleanOption,
  json: booleanOption,
  project: { type: "string" },
  "base-url": { type: "string" },
  out: { type: "string" },
  yes: booleanOption,
  "plan-file": { type: "string" },
  prune: booleanOption,
  replace: booleanOption,
  timeout: { type: "string" },
  wait: booleanOption,
  ids: booleanOption,
} as const;
type OptionName = keyof typeof optionTypes;

const parsedOptions = (args: string[]) =>
  parseArgs({ args, options: optionTypes, allowPositionals: true, tokens: true });

export type CommandArgs = Omit<ReturnType<typeof parsedOptions>["values"], "timeout"> & {
  readonly command: CommandName;
  /**
   * Arguments after the command: a file name, the domain and profile for `ensure`, or `end` and browser names for
   * `browsers`.
   */
  readonly operands: readonly string[];
  /** Time limit of `ensure`, in milliseconds. */
  readonly timeoutMs: number;
};

const commonOptions: readonly OptionName[] = ["json", "project", "base-url"];
/** The valid options of each command. Any other option is an error. */
const allowedOptions: Readonly<Record<CommandName, readonly OptionName[]>> = {
  plan: [...commonOptions, "out", "prune", "replace"],
  apply: [...commonOptions, "yes", "plan-file", "prune", "replace"],
  import: commonOptions,
  validate: ["json"],
  ensure: [...commonOptions, "timeout", "wait"],
  status: commonOptions,
  browsers: [...commonOptions, "ids", "yes"],
};

/** True if `--json` is among the options, even if the command line is invalid. */
export function isJsonWanted(argv: readonly string[]): boolean {
  const terminatorIndex = argv.indexOf("--");
  const jsonIndex = argv.findIndex((argument) => /^--json(?:=|$)/.test(argument));
  return jsonIndex !== -1 && (terminatorIndex === -1 || jsonIndex < terminatorIndex);
}

/**
 * Parses a command line. Returns the parsed arguments, the text to print ("help" or "version"), or the reason why the
 * command line is invalid.
 */
export function parseCommandLine(
  argv: readonly string[],
): CommandArgs | "help" | "version" | { readonly fault: string } {
  let parsed;
  try {
    parsed = parsedOptions([...argv]);
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    // Node.js's error message names the option and then explains `--`. Keep only the first sentence.
    const sentence = fault.message.split(/\.(?:\s|$)/)[0] ?? "";
    const unknown = /^Unknown option '--(.+)'/.exec(sentence)?.[1];
    if (unknown === undefined) return { fault: sentence };
    return { fault: withSuggestion(sentence, unknown, optionNamesOf(argv), "--") };
  }
  const { positionals, tokens, values } = parsed;
  const [word, ...operands] = positionals;
  if (values.help || argv.length === 0 || word === "help") return "help";
  if (values.version) return "version";
  const command = commandNames.find((name) => name === word);
  if (word === undefined) return { fault: "A command is missing" };
  if (command === undefined)
    return { fault: withSuggestion(`Unknown command “${word}”`, word, [...commandNames, "help"]) };
  const given = tokens.filter((token) => token.kind === "option");
  const misplaced = given.find(({ name }) => !allowedOptions[command].some((option) => option === name));
  if (misplaced !== undefined) return { fault: `“${command}” doesn't accept --${misplaced.name}` };
  const empty = tokens.find((token) => token.kind !== "option-terminator" && token.value === "");
  if (empty?.kind === "option") return { fault: `--${empty.name} is empty` };
  if (empty !== undefined) return { fault: "An argument is empty" };
  const timeoutMs = parseDurationMs(values.timeout ?? "5m");
  if (timeoutMs === undefined) return { fault: "--timeout must be a time such as 90s or 10m" };
  const args = { ...values, command, operands, timeoutMs };
  const fault = findArgumentFault(args);
  if (fault !== undefined) return { fault };
  return args;
}

function findArgumentFault(args: CommandArgs): string | undefined {
  const { command, json, operands, prune, replace, yes } = args;
  if (command === "browsers") return browsersFault(args);
  const count = command === "ensure" ? 2 : 1;
  if (operands.length > count) return `“${command}” doesn't accept “${operands[count] ?? ""}”`;
  if (command === "ensure" && operands.length < 2) return "“ensure” needs a domain and a profile";
  if (command === "apply" && !yes) return "“apply” changes the service: run “plan” first, then add --yes";
  if (replace && !prune) return "--replace requires --prune";
  if (command !== "ensure" && operands[0] === "-" && args["plan-file"] === "-")
    return "Only one file can be read from standard input";
  if (json && writesToOutput(args))
    return "--json can't be combined with a file that is written to standard output";
  return undefined;
}

function browsersFault({ ids, operands: [action, name], yes }: CommandArgs): string | undefined {
  if (action === undefined && yes) return "--yes requires “browsers end”";
  if (action === undefined) return undefined;
  if (action !== "end") return `“browsers” doesn't accept “${action}”`;
  if (name === undefined) return "“browsers end” needs a name, handle or session ID";
  if (ids) return "“browsers end” doesn't accept --ids";
  if (!yes) return "“browsers end” ends browsers: run “browsers” first, then add --yes";
  return undefined;
}

/** True if the command writes a file to standard output, in which case messages must go to standard error. */
export function writesToOutput({ command, operands, out }: CommandArgs): boolean {
  const file = command === "import" ? operands[0] : out;
  return file !== undefined && isStandardOutput(file);
}

/** True for names of standard output. An atomic write to them would replace the file that output is redirected to. */
export function isStandardOutput(name: string): boolean {
  return ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].includes(name);
}

/** Parses a duration, which is a number with the optional unit `s` (default), `m` or `h`. Returns milliseconds. */
function parseDurationMs(text: string): number | undefined {
  const [, digits, unit = "s"] = /^(\d{1,6})([smh]?)$/.exec(text) ?? [];
  const factor = { s: 1, m: 60, h: 3600 }[unit] ?? 1;
  const seconds = Number(digits) * factor;
  // The maximum is one day, because Node.js fires timers above 2^31 ms immediately.
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  return undefined;
}

/** Returns the option names of the command in `argv`, or all option names if `argv` contains no command. */
function optionNamesOf(argv: readonly string[]): readonly string[] {
  const command = commandNames.find((name) => argv.includes(name));
  if (command === undefined) return Object.keys(optionTypes);
  return [...allowedOptions[command], "help"];
}

function withSuggestion(fault: string, word: string, candidates: readonly string[], prefix = ""): string {
  const suggestion = nearestWord(word, candidates);
  if (suggestion === undefined) return fault;
  return `${fault}. Did you mean “${prefix}${suggestion}”?`;
}

export const helpPage = `managed-auth: keeps auth connections in line with a file

Usage: node managed-auth.cjs <command> [file] [options]

Commands
  plan [file]       Show what would change. Changes nothing.
      --out FILE      keep the plan in FILE, to apply exactly what was reviewed
      --prune, --replace  show what "apply" with these flags would do
  apply [file]      Create and change connections as the file says.
      --yes           required: the changes are sent without a prompt
      --plan-file FILE  refuse if the file or the service differs from that plan
      --prune         also delete what "owns" covers and the file lacks, unless
                      any creation or change failed
      --replace       with --prune: also delete connections that may have been
                      renamed; their logins are lost
  import [file]     Add the project's connections that the file lacks.
  validate [file]   Check only the file. Needs no token and no network.
  ensure <domain> <profile>
                    Check that a connection is logged in. Starts a login if no
                    person is needed, but never a login that could lock an
                    account.
      --wait          start a login even if a person must complete it, and wait
      --timeout TIME  stop waiting after TIME, such as 90s or 10m (default 5m);
                      exit code 3
  status [file]     Show the login state of the file's connections, or of all
                    the project's if there is no file.
  browsers          List the running browsers: name, profile, start.
      --ids           also print session IDs, which control the browsers
  browsers end <name>...
                    End browsers by name, handle or ID. A login that runs in
                    a browser is lost.
      --yes           required: the browsers are ended without a prompt
  help              Print this page.

  The file is managed-auth.jsonc in this folder unless you name one. "-" is
  standard input, and for import and --out standard output.

Options
  --project NAME    work in this project, by name or ID; if a file names a
                    project, it must be the same
  --base-url URL    the service's address (https, or http on 127.0.0.1 or [::1])
  --json            print one JSON object
  --version         print the version
  -h, --help        print this page

Exit codes
  0  nothing to do, or done      2  there are changes, or a conflict
  1  an error                    3  a person is needed

Environment
  KERNEL_API_KEY    the token; read only from here
  KERNEL_BASE_URL   the service's address, unless --base-url is given
  HTTPS_PROXY, HTTP_PROXY, ALL_PROXY
                    a proxy: http://host:port or socks5://host:port
  NO_PROXY          hosts, addresses and networks (10.0.0.0/8) without proxy
  NO_COLOR          print no colors
  NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA   certificates to trust (Node.js)
`;
