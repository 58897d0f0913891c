// What an account is used for beside this extension's own requests, and who it is.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const accountGuards: readonly Mutant[] = [
  ...guards("src/editor/mcp/server.ts", editor("mcp/mcpServer"), [
    [
      "Only the public service's accounts have its MCP server",
      `account.baseUrl === publicBaseUrl`,
      `account.baseUrl.startsWith(publicBaseUrl)`,
      "is for the public service alone",
    ],
    [
      "What VS Code is told of beforehand holds no token",
      `return new McpHttpServerDefinition(definition.label, definition.uri, headers, definition.version);`,
      `return Object.assign(definition, { headers });`,
      "tells VS Code of one server without the token, which it gets when it starts it",
    ],
    [
      "What was taken back is not started",
      `if (account === undefined || !(await this.has(account.id))) return undefined;`,
      `if (account === undefined) return undefined;`,
      "is not started where another window has taken it back, or the token is gone",
    ],
    [
      "Another account's server is not started",
      `if (token === undefined || this.#activeAccount()?.id !== account.id) return undefined;`,
      `if (token === undefined) return undefined;`,
      "is the one of the window's account: another account does not start it",
    ],
    [
      "A running server is told of another token",
      `if (isOfSame && before?.version === definition?.version) return;`,
      `if (isOfSame) return;`,
      "is another version once the token was replaced, which it is started with again",
    ],
    [
      "A VS Code that would send the token to any host is offered no server",
      `return order >= 0 ? undefined : "tooOld";`,
      `return undefined;`,
      "is withdrawn in a VS Code that would send the token to any host, and says why",
    ],
    [
      "Nothing is kept for an account that is gone",
      `return isAdded;`,
      `return true;`,
      "adds nothing for an account that was signed out while it asked",
    ],
  ]),
  ...guards("src/editor/mcp/commands.ts", editor("mcp/mcpServer"), [
    [
      "The MCP server is added only with consent",
      `l10n.t("Add and Send the Token to {0}", mcpHost)))) return;`,
      `l10n.t("Add and Send the Token to {0}", mcpHost)))) void 0;`,
      "says what it can do and where the token goes, and adds nothing where that is declined",
    ],
  ]),
  ...guards("src/api/carryOut.ts", editor("projects/remedy"), [
    [
      "A refusal says that a project was named",
      `fault.error.kind === "forbidden" && projectId !== undefined`,
      `fault.error.kind === "forbidden" && projectId === ""`,
      "is known as such by the client, whether it names one or not",
    ],
  ]),
  ...guards("src/editor/words/forbidden.ts", editor("projects/remedy"), [
    [
      "Only a refused read may be about the project",
      `error.inProject === true && error.sent === "no"`,
      `error.inProject === true`,
      "offers signIn for a change: reading went well before",
    ],
  ]),
  ...guards("src/editor/results/deletions.ts", editor("projects/remedy"), [
    [
      "What was not deleted is helped with another project or token",
      `return remedyButton(errors.flatMap((error) => describeError(error).remedies));`,
      `return remedyButton(errors.flatMap(() => []));`,
      "is what the page of managedAuth.deleteProvider helps with first, where it is gone",
    ],
  ]),
  ...guards("src/editor/catalogue/whoAmI.ts", editor("catalogue/whoAmI"), [
    [
      "What was told of another account is not said of this one",
      `state.account.id === access.account.id && `,
      ``,
      "is not taken for what is told of another account, which came meanwhile",
    ],
    [
      "What was told holds for the account that it was told of",
      `this.#known?.of === this.#session.state ? this.#known.identity : undefined`,
      `this.#known?.identity`,
      "is forgotten with the account, and with its token",
    ],
    [
      "It is asked once behind the user's back",
      ` || this.#asked === state) return;`,
      `) return;`,
      "is asked once for each account, and never of the sandbox",
    ],
    [
      "A project that is gone is no older service",
      `!(isOlder && outcome.error.missing !== "project")`,
      `!isOlder`,
      "is not told by an older service, which answers 404; every other failure is one",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/commands.ts", editor("app/mcpServer"), [
    [
      "The MCP server ends with sign-out",
      `await log.failureOf("signOut", store.forget(scope));`,
      ``,
      "offers the service's MCP server where it was added, and lets it go with the account",
    ],
  ]),
  ...guards("src/editor/app/app.ts", editor("app/whoAmI"), [
    [
      "Whose the rows are is asked once they are there",
      `if (reading !== undefined) void log.failureOf("account", whoAmI.want());`,
      `if (reading === undefined) void log.failureOf("account", whoAmI.want());`,
      "says whom the service takes the account for, once its rows are there",
    ],
  ]),
  ...guards("src/extension.ts", editor("app/mcpServer"), [
    [
      "A window without the MCP server reads nothing for it",
      `if (context.globalState.get(mcpServerKey) === true) void first.get();`,
      `void first.get();`,
      "reads nothing where it was not",
    ],
  ]),
];
