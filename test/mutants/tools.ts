// What language models may call: whose words reach them, and as whom they act.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("editor/tools");

export const toolGuards: readonly Mutant[] = [
  ...guards("src/editor/tools/quoted.ts", unit("attacks"), [
    [
      "A model reads no control or hidden character",
      `visibleLine(maskedText(`,
      `String(maskedText(`,
      "what tools answer",
    ],
    [
      "A model reads no query of an address",
      `visibleLine(maskedText(isCut ? withoutCutAddress(open) : open))`,
      `visibleLine(isCut ? withoutCutAddress(open) : open)`,
      "has no query of an address",
    ],
    [
      "A model reads no secret that a text repeats",
      `open += text.slice(end, index) + mask;`,
      `open += text.slice(end, index) + secret;`,
      "what tools answer",
    ],
    [
      "A model reads no half of a secret that begins where a text is cut",
      `text.slice(0, 2 * longestRead).matchAll`,
      `text.slice(0, longestRead).matchAll`,
      "has no half of a secret that is longer than what is looked at",
    ],
    [
      "A model reads no half of an address's user where a text is cut",
      `isCut ? withoutCutAddress(open) : open`,
      `open`,
      "has no half of the user of an address, where a text is cut within it",
    ],
    [
      "A model reads a text of the service cut to a length",
      `safe.slice(0, longestText).toWellFormed()`,
      `safe`,
      "is cut to a length",
    ],
  ]),
  ...guards("src/editor/tools/answer.ts", unit("attacks"), [
    [
      "A model does not read what a project is called as words of ours",
      `{ ...project, name: project.id }`,
      `project`,
      "is named by its id: others may have chosen its name",
    ],
  ]),
  ...guards("src/editor/tools/connectionAnswer.ts", unit("attacks"), [
    [
      "What the service says is secret takes no words from a model's answer that are too short to open anything",
      `secret !== undefined && secret.length >= shortestSecret,`,
      `secret !== undefined,`,
      "is answered with its texts, but for the codes in them",
    ],
    [
      "What a website asks for is no sentence of ours",
      `{ ...flow, awaited: [] }`,
      `flow`,
      "what tools answer",
    ],
    [
      "A reason that this version does not know is no sentence of ours",
      `note === undefined || volatile === true`,
      `note === undefined`,
      "what tools answer",
    ],
  ]),
  ...guards("src/editor/tools/reading.ts", unit("attacks"), [
    [
      "What ended a login is no sentence of ours where the service words it",
      `entries.map(withoutWords)`,
      `entries`,
      "what tools answer",
    ],
  ]),
  ...guards("src/editor/catalogue/connectionWords.ts", unit("acting"), [
    [
      "No name in a dialog stands for another, or hides one",
      `labelled(l10n.t("Profile"), wholeName(profile_name))`,
      `labelled(l10n.t("Profile"), profile_name)`,
      "names everything that somebody may have made up on a line of its own, whole, with its white space",
    ],
  ]),
  ...guards("src/editor/tools/consent.ts", unit("acting"), [
    [
      "A tool changes nothing that the user does not want",
      `if (!agrees)`,
      `if (Boolean(""))`,
      "send nothing that changes anything where every dialog is refused",
    ],
    [
      "Nobody agrees who was typing into something else",
      `if (clock.now() - askedAt >= readMs) return undefined;`,
      `return undefined;`,
      "asks again where it was answered sooner than anybody reads",
    ],
    [
      "Nobody is asked behind another dialog",
      `if (isDialogOpen())`,
      `if (Boolean(""))`,
      "asks nobody while another dialog is open, whoever asked for that",
    ],
    [
      "Nobody is asked again and again for what they refused",
      `refused.set(what, clock.now());`,
      ``,
      "is not asked about again for a minute after it was refused",
    ],
    [
      "The answer to a call that was given up is none",
      `    signal.throwIfAborted();\n    if (worksAsAnother`,
      `    if (worksAsAnother`,
      "takes no answer to a call that was given up, and asks about no other until that is answered",
    ],
  ]),
  ...guards("src/editor/tools/changing.ts", unit("acting"), [
    [
      "Nobody is asked to create what is there",
      `return existing(call, found.id, thereAlready());`,
      `void existing(call, found.id, thereAlready());`,
      "asks nobody about one that is there, and tells of it",
    ],
    [
      "What a tool created is told, whoever the window works as by then",
      `request)), sent: true }`,
      `request)) }`,
      "tells what it did for an account that was left since, and nothing of what is there",
    ],
  ]),
  ...guards("src/editor/tools/changing.ts", unit("acting"), [
    [
      "A tool overwrites nothing that somebody else has changed meanwhile",
      `decide: () => Promise.resolve(undefined),`,
      `decide: ({ settings }) => Promise.resolve(settings),`,
      "sends nothing where somebody else has changed the same meanwhile",
    ],
    [
      "A tool asks nobody to change nothing",
      `changes.settings.length === 0`,
      `Boolean("")`,
      "asks nobody where it is so already",
    ],
  ]),
  ...guards("src/editor/tools/deleting.ts", unit("acting"), [
    [
      "A page doesn't outlive what a tool deleted",
      `for (const one of deleted.filter(isRemoved)) await parts.panel.gone(access.account.id, one.idOrName);`,
      ``,
      "say on the open page of a destination that was deleted that it is gone, and not where it was refused",
    ],
    [
      "A tool does not say that something is gone that the service has only agreed to delete",
      `return notDone(l10n.t("The service accepted the deletion and may not have finished."), look);`,
      `return { done: true, says: [gone] };`,
      "do not say that it is gone where the service has only agreed: managed_auth_delete_connection",
    ],
  ]),
  ...guards("src/editor/kit/escapedText.ts", unit("acting"), [
    [
      "What a tool is about to do holds no link",
      `.replace(/[./:@]/g,`,
      `.replace(/[/]{9}/g,`,
      `makes no link, image or head of "<https://evil.example>"`,
    ],
  ]),
  ...guards("src/editor/tools/inputs.ts", unit("acting"), [
    [
      "A tool sends no text that its confirmation does not show whole",
      `nameFault(text) === undefined && inert(visibleLine(text)) === text`,
      `nameFault(text) === undefined`,
      "does not take a name that a dialog would not show as it is",
    ],
    [
      "A tool asks about no more than the user can read in a dialog",
      `JSON.stringify(input).length > longestDialog`,
      `Boolean("")`,
      "does not take more than a dialog shows",
    ],
    [
      "A tool sends no more domains than its confirmation lists",
      `z.array(host).check(z.maxLength(mostDomains))`,
      `z.array(host)`,
      "does not take more domains than a dialog lists",
    ],
    [
      "A tool sends a login page alone that a browser opens",
      `read !== undefined && isShownWhole(read)`,
      `read === undefined || isShownWhole(read)`,
      "does not take a login page that is none",
    ],
  ]),
  ...guards("src/editor/tools/ensureLoggedIn.ts", unit("ensure"), [
    [
      "A tool opens nothing: the user does",
      `void inform(l10n.t("An agent needs you to log in to {0}.", site), { label, run: open });`,
      `void open();`,
      "asks the user to open the login of one that waits for a person, and gives no link",
    ],
    [
      "A tool asks for one login once",
      `if (openRequests.has(key))`,
      `if (Boolean(""))`,
      "asks for one login once, however often it is called, and again when that was opened",
    ],
    [
      "A tool asks for no page that is open",
      `memory.opened.has(key) || memory.isReported(key)`,
      `memory.isReported(key)`,
      "does not ask for a page that is open",
    ],
    [
      "A tool asks for no login that the user is at",
      `memory.opened.has(key) || memory.isReported(key)`,
      `memory.opened.has(key)`,
      "does not ask for a login that the user is at",
    ],
    [
      "A login that an agent asks for is opened in the account that the agent works in",
      `parts.start("managedAuth.logIn", { id }, access.account.id)`,
      `parts.start("managedAuth.logIn", { id })`,
      "has the login opened in the account that it was called for",
    ],
    [
      "A tool opens no login for an account that was left",
      `if (worksAsAnother(parts, access)) return notDone();`,
      ``,
      "opens nothing for an account that was left meanwhile",
    ],
    [
      "A tool opens no login where another one does not help",
      `isRefused || fix !== "logIn"`,
      `Boolean("")`,
      "starts and opens nothing after credentials_invalid",
    ],
  ]),
  ...guards("src/editor/tools/consent.ts", unit("calls"), [
    [
      "A tool tells nothing of an account that was left",
      `state.kind === "signedOut" || state.account.id !== account.id`,
      `state.kind === "signedOut"`,
      "tells nothing that was read for an account that was left meanwhile",
    ],
  ]),
  ...guards("src/editor/tools/tools.ts", unit("calls"), [
    [
      "A tool sends nothing with a token that was refused",
      `await service.isRejected(state.account)`,
      `Boolean("")`,
      "asks nothing with a token that was refused",
    ],
    [
      "A tool that is called off ends at once",
      `token.onCancellationRequested(() => stop.abort())`,
      `token.onCancellationRequested(() => undefined)`,
      "ends at once when it is called off, at whatever it waits for",
    ],
  ]),
  ...guards("src/editor/tools/inputs.ts", unit("calls"), [
    [
      "A tool takes no name of several lines",
      `(text) => nameFault(text) === undefined`,
      `(text) => text !== ""`,
      "does nothing with lines as id, and says what is wrong",
    ],
    [
      "A tool takes nothing that it does not know",
      `const oneConnection = z.strictObject(`,
      `const oneConnection = z.object(`,
      "does nothing with a key more, and says what is wrong",
    ],
  ]),
];
