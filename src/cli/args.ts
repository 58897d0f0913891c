// What is typed after the command's name.
import { parseArgs } from "node:util";

const commands = ["plan", "apply", "import", "validate", "ensure", "status"] as const;
export type CommandName = (typeof commands)[number];

/** Set by the build; a test runs the source. */
declare const cliVersion: string;
export const version = typeof cliVersion === "undefined" ? "development" : cliVersion;

const flag = { type: "boolean", default: false } as const;
const options = {
  help: { ...flag, short: "h" },
  version: flag,
  json: flag,
  project: { type: "string" },
  "base-url": { type: "string" },
  out: { type: "string" },
  yes: flag,
  "plan-file": { type: "string" },
  prune: flag,
  replace: flag,
} as const;
type Option = keyof typeof options;

const parsedOptions = (args: string[]) => parseArgs({ args, options, allowPositionals: true, tokens: true });

/** A whole command line, read. */
export type Args = ReturnType<typeof parsedOptions>["values"] & {
  readonly command: CommandName;
  /** The file, or the domain and profile of `ensure`. */
  readonly operands: readonly string[];
};

const common: readonly Option[] = ["json", "project", "base-url"];
/** The options of each command; any other is a slip. */
const allowed: Readonly<Record<CommandName, readonly Option[]>> = {
  plan: [...common, "out"],
  apply: [...common, "yes", "plan-file", "prune", "replace"],
  import: common,
  validate: ["json"],
  ensure: common,
  status: common,
};

/** Reads a command line: what to do, a page to print, or what is wrong with it. */
export function readArgs(argv: readonly string[]): Args | "help" | "version" | { readonly fault: string } {
  let parsed;
  try {
    parsed = parsedOptions([...argv]);
  } catch (fault) {
    // Its messages name the option, and go on with advice on `--`.
    if (fault instanceof TypeError) return { fault: fault.message.split(". ")[0] ?? "" };
    throw fault;
  }
  const { positionals, tokens, values } = parsed;
  if (values.help || argv.length === 0) return "help";
  if (values.version) return "version";
  const [word, ...operands] = positionals;
  const command = commands.find((one) => one === word);
  if (command === undefined)
    return { fault: word === undefined ? "A command is missing" : `Unknown command “${word}”` };
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const strange = given.find((name) => !allowed[command].some((option) => option === name));
  if (strange !== undefined) return { fault: `“${command}” doesn't accept --${strange}` };
  const count = command === "ensure" ? 2 : 1;
  if (operands.length > count) return { fault: `“${command}” doesn't accept “${operands[count] ?? ""}”` };
  if (command === "ensure" && operands.length < 2) return { fault: "“ensure” needs a domain and a profile" };
  if (command === "apply" && !values.yes)
    return { fault: "“apply” changes the service: run “plan” first, then add --yes" };
  if (values.replace && !values.prune) return { fault: "--replace requires --prune" };
  return { ...values, command, operands };
}

/** The page of `--help`. */
export const helpPage = `managed-auth: keeps auth connections in line with a file

Usage: node managed-auth.cjs <command> [file] [options]

Commands
  plan [file]       Show what would change. Changes nothing.
      --out FILE      keep the plan in FILE, to apply exactly what was reviewed
  apply [file]      Create and change connections as the file says.
      --yes           required: the changes are sent without a prompt
      --plan-file FILE  refuse if the file or the service differs from that plan
      --prune         also delete what "owns" covers and the file lacks
      --replace       with --prune: also replace renamed connections;
                      their logins are lost
  import [file]     Add the project's connections that the file lacks.
  validate [file]   Check only the file. Needs no token and no network.
  ensure <domain> <profile>
                    Check that a connection is logged in. Starts a login if no
                    person is needed, but never a login that could lock an
                    account.
  status [file]     Show the login state of the file's connections, or of all
                    the project's if there is no file.

  The file is managed-auth.jsonc in this folder unless you name one.

Options
  --project NAME    work in this project, by name or ID
  --base-url URL    the service's address (https, or http on 127.0.0.1 or [::1])
  --json            print one JSON object
  --version         print the version
  -h, --help        print this page

Exit codes
  0  nothing to do, or done      2  there are changes, or a conflict
  1  an error                    3  a person is needed

Environment
  KERNEL_API_KEY    the token; read only from here
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NO_COLOR
  NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA   certificates to trust (Node.js)
`;
