// Files of connections and the command line: what no file may bring about, and what is never sent.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("domain/file");
const cli = testsOf("cli");
const editorFiles = testsOf("editor/files");

export const fileGuards: readonly Mutant[] = [
  ...guards("src/domain/file/secrets.ts", unit("parse"), [
    [
      "A known token is an error",
      `severity: "error", code: "secret"`,
      `severity: "warning", code: "secret"`,
      "secrets in a file",
    ],
    ["What may be a secret is told", `...maybe.filter((one) => !isWithin(one))`, "", "secrets in a file"],
  ]),
  ...guards("src/domain/file/parse.ts", unit("parse"), [
    [
      "A large file is not read",
      `text.length > largestMb * 1024 * 1024`,
      `text === "x"`,
      "names what no entry is to blame for",
    ],
    [
      "Brackets without end crash nothing",
      `fault instanceof RangeError`,
      `fault instanceof TypeError`,
      "names what no entry is to blame for",
    ],
    [
      "One connection stands in a file once",
      `if (seen.has(identity))`,
      `if (identity === "")`,
      "finds the same connection in two entries, however its domain is written",
    ],
    [
      "A key stands in an object once",
      `keys.has(called)`,
      `called === ""`,
      "names what no entry is to blame for",
    ],
    [
      "A domain read out of an address is not taken",
      ` && (field !== "domain" || copied === answer)`,
      "",
      "problems of a file",
    ],
    [
      "No control character is sent",
      `fault === "control" || fault === "surrogate"`,
      `fault === "surrogate"`,
      "problems of a file",
    ],
  ]),
  ...guards("src/domain/file/plan.ts", unit("plan"), [
    [
      "What is not reported is never sent",
      `is === "different" ? [setting] : []`,
      `is === "same" ? [] : [setting]`,
      "sends nothing for what the service does not report, and says so",
    ],
    [
      "Only what a file owns is deleted",
      `isOwned(file, connection) && `,
      "",
      "is deleted where the file lacks it, and nothing without owns",
    ],
    [
      "A possible rename is not carried out as a creation",
      `.filter((step) => !renames.some(({ creation: half }) => half === step))`,
      "",
      "makes a possible rename of a creation and a deletion that share a domain or a profile",
    ],
    [
      "What decides where a credential is sent comes first",
      `Number(isSensitive(other)) - Number(isSensitive(one))`,
      `Number(isSensitive(one)) - Number(isSensitive(other))`,
      "puts first what decides where a stored credential is sent",
    ],
    [
      "An interval below the plan's is an error",
      `fault === "belowPlan" ?`,
      `fault === "abovePlan" ?`,
      "is an error where it would be sent below the shortest",
    ],
  ]),
  ...guards("src/domain/file/references.ts", unit("plan"), [
    [
      "An ambiguous name is an error",
      `if (found.length > 1)`,
      `if (found.length > 9)`,
      "that are missing or ambiguous are errors at their line",
    ],
    [
      "No id is taken for an ambiguous name",
      `return others.length === 0 ? found?.id : undefined;`,
      `return undefined;`,
      "are sent as ids, and are the same as what comes back",
    ],
  ]),
  ...guards("src/domain/file/planFile.ts", unit("plan"), [
    [
      "A plan file holds for its organization",
      `place.organization ?? null, `,
      "",
      "fits no organization where its own was left out",
    ],
    [
      "A plan file holds for what is there",
      `wireValue(setting, now),`,
      "",
      "fits no other file, service or place",
    ],
    [
      "A plan file holds for the connections it names",
      `["update", step.connection.id, each]`,
      `["update", each]`,
      "fits no other file, service or place",
    ],
  ]),
  ...guards("src/domain/file/apply.ts", unit("apply"), [
    [
      "Deletions are agreed to",
      `prune ? plan.deletions.map(deletion) : []`,
      `plan.deletions.map(deletion)`,
      "is off, and holds back what may be a rename",
    ],
    [
      "Renames are agreed to",
      `prune && replace ?`,
      `prune ?`,
      "deletes what the file lacks, and no half of a rename",
    ],
    [
      "The old connection stays where the new one failed",
      `stopped || isHeldBack ||`,
      `stopped ||`,
      "creates the new one first, and keeps the old one where that fails",
    ],
    [
      "Nothing is sent after a failure that the rest would share",
      `stopped ||= "error" in end && isShared(end.error);`,
      "",
      "goes on after a refusal, and stops after what the rest would share",
    ],
    [
      "Nothing is sent once it is cancelled",
      `isHeldBack || signal.aborted`,
      `isHeldBack`,
      "sends nothing once it is cancelled",
    ],
    [
      "A creation of someone else's is no success",
      `looked.connection !== undefined && looked.settings.length === 0`,
      `looked.connection === undefined`,
      "finds the creation of a lost answer by reading, and never sends it again",
    ],
  ]),
  ...guards("src/cli/output.ts", cli("output"), [
    [
      "No text starts a command of GitHub's",
      `.replace(/^(\\s*)::/, "$1: :")`,
      "",
      "starts no command of a runner with a text that is not ours",
    ],
    [
      "Nor an older one, or one of Azure's",
      `.replaceAll(commandMark, "# #")`,
      "",
      "starts no command of a runner with a text that is not ours",
    ],
    [
      "An annotation's text is escaped",
      `visibleLine(text).replaceAll("%", "%25")`,
      `visibleLine(text)`,
      "annotates a line where GitHub runs it, escaped, and nowhere else",
    ],
    [
      "A terminal is sent no control character",
      `return visibleLine(text)\n`,
      `return text\n`,
      "makes nothing of what a service says that a terminal would act on",
    ],
  ]),
  ...guards("src/cli/ensure.ts", cli("ensure"), [
    [
      "A login whose answer was lost is not claimed",
      `return error.sent === "unknown" ? { kind: "unknown" } : { kind: "failed", error };`,
      `return { kind: "loggedIn" };`,
      "finds a login whose answer was lost, and sends none where it can't be found",
    ],
    [
      "A login's end is its own",
      `{ kind: "after", id: logins.entries[0]?.id }`,
      `{ kind: "since" }`,
      "takes no end of an earlier login for its own",
    ],
  ]),
  ...guards("src/cli/args.ts", cli("args"), [
    [
      "Applying takes a word",
      `command === "apply" && !values.yes`,
      `command === "plan" && !values.yes`,
      "are refused: apply",
    ],
  ]),
  ...guards("src/cli/planning.ts", "test/contract/commandLine.test.ts", [
    [
      "An outdated plan is not applied",
      `if (!isSamePlan(reviewed, planned, place))`,
      `if (reviewed.version !== 1)`,
      "refuses a reviewed plan once the service has moved on",
    ],
  ]),
  ...guards("src/api/project.ts", "test/contract/commandLineFaults.test.ts", [
    [
      "No plan is made of half a list",
      `if (listing.kind === "complete" && listing.unreadable === 0) return listing.rows;`,
      `if (listing.rows.length > 0) return listing.rows;`,
      "has no plan made of half a list",
    ],
  ]),
  ...guards("src/editor/files/plans.ts", editorFiles("plans"), [
    [
      "A workspace that isn't trusted causes no request",
      `if (!workspace.isTrusted) return { kind: "untrusted" };`,
      "",
      "is not made, and nothing is asked, where the file may cause no request",
    ],
    [
      "Nothing is read for a file with errors",
      `if (hasErrors(file.problems)) return { kind: "invalid", ...read };`,
      "",
      "is not made, and nothing is asked, where the file may cause no request",
    ],
    [
      "Another project's file is not planned",
      `project !== undefined && !worksIn(account, project)`,
      `project === "" && !worksIn(account, project)`,
      "is not made, and nothing is asked, where the file may cause no request",
    ],
    [
      "A plan of an account that was left is not kept",
      `if (this.#parts.session.state === before && !document.isClosed) {`,
      `if (this.#parts.session.state !== undefined) {`,
      "of an account that the window left meanwhile, or of a closed document, is not remembered",
    ],
  ]),
  ...guards("src/editor/files/applyFile.ts", editorFiles("applyFile"), [
    [
      "More deletions than a dialog names are confirmed from the page that lists them",
      `surplus.length <= mostNamed || isDeepStrictEqual(new Set(surplus), new Set(listed))`,
      `surplus.length <= mostNamed || listed.length > 0`,
      "has more than ten deletions confirmed from the page that lists them, and no other ones",
    ],
    [
      "A plan with errors is not applied",
      `hasErrors(plan.problems) || !isListed`,
      `!isListed`,
      "shows the plan in place of a question where the plan has errors",
    ],
  ]),
  ...guards("src/editor/files/agree.ts", editorFiles("applyFile"), [
    [
      "Deletions are asked about by themselves",
      `deletions.length === 0 ? true : await agreeToDelete(planned)`,
      `true`,
      "asks about deletions by themselves, and keeps them where the user wants that",
    ],
    [
      "Possible renames are asked about by themselves",
      `renames.length === 0 || !prune ? false : await agreeToReplace(planned)`,
      `renames.length > 0`,
      "asks about possible renames by themselves, and creates before it deletes",
    ],
  ]),
  ...guards("src/editor/tools/connectionFiles.ts", "test/unit/editor/tools/connectionFiles.test.ts", [
    [
      "No tool deletes for a file",
      `{ prune: false, replace: false }`,
      `{ prune: true, replace: true }`,
      "asks the user with everything that is sent, and never deletes",
    ],
    [
      "No link leads out of the workspace",
      `root !== undefined && real !== undefined && isWithin(root, real)`,
      `root !== undefined && real !== undefined`,
      "reads no file outside the workspace, of another name, or behind a link that leads out",
    ],
    [
      "Only files of connections are read",
      `document !== undefined && isConnectionFile(document)`,
      `document !== undefined`,
      "reads no file outside the workspace, of another name, or behind a link that leads out",
    ],
    [
      "A plan too long to read is not confirmed in a dialog",
      `.length > longestDialog ? undefined`,
      `.length > longestDialog * 99 ? undefined`,
      "sends nothing where the user refuses, or could not read it all",
    ],
  ]),
  ...guards("src/editor/files/help.ts", "test/unit/editor/files/help.test.ts", [
    [
      "A file in a workspace that isn't trusted causes no request",
      `!window.state.focused || !workspace.isTrusted) return;`,
      `!window.state.focused) return;`,
      "has the problems of its files told, and nothing built or asked until it is trusted",
    ],
    [
      "Nothing is read for a file that nobody sees",
      `if (!isSeen || !window.state.focused`,
      `if (!window.state.focused`,
      "is not read for while it is behind another tab, or the window behind another one",
    ],
    [
      "A text of the service is no Markdown",
      `new Hover(escapedText(words), `,
      `new Hover(Object.assign(escapedText(""), { value: words }), `,
      "says what a row says where its names are pointed at, as text alone",
    ],
  ]),
  ...guards("src/editor/files/lenses.ts", "test/unit/editor/files/help.test.ts", [
    [
      "A state of the service is no icon above a line",
      `return display(parts.filter((part) => part !== undefined).join(" · "));`,
      `return parts.filter((part) => part !== undefined).join(" · ");`,
      "shows no icon or link that a text of the service would be",
    ],
  ]),
  ...guards("src/editor/files/standing.ts", "test/unit/editor/files/standing.test.ts", [
    [
      "A file for another project is not applied",
      `if (planned !== undefined && planned.file.project === file.project) {`,
      `if (planned !== undefined) {`,
      "is applied any more once another project is typed",
    ],
    [
      "A file in sight is read for once a minute at most",
      `Date.now() - at >= freshMs`,
      `Date.now() - at >= 0`,
      "is done once a minute at most, however often it comes in sight, and ends with it",
    ],
  ]),
];
