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
      `visibleLine(maskedText(open.slice(0, 4 * longestText)))`,
      `visibleLine(open.slice(0, 4 * longestText))`,
      "what tools answer",
    ],
    [
      "A model reads no secret that a text repeats",
      `left.replaceAll(secret, mask)`,
      `left`,
      "what tools answer",
    ],
    [
      "A model reads a text of the service cut to a length",
      `safe.slice(0, longestText).toWellFormed()`,
      `safe`,
      "is cut to a length",
    ],
  ]),
  ...guards("src/editor/tools/connectionAnswer.ts", unit("attacks"), [
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
  ...guards("src/editor/tools/history.ts", unit("attacks"), [
    [
      "What ended a login is no sentence of ours where the service words it",
      `entries.map(withoutWords)`,
      `entries`,
      "what tools answer",
    ],
  ]),
  ...guards("src/editor/tools/ensureLoggedIn.ts", unit("ensure"), [
    [
      "Two calls of a tool open one login",
      `opened.has(key) || isOpen`,
      `isOpen`,
      "opens one login for two calls at once, and another when that was left",
    ],
    [
      "A tool opens no page twice",
      `opened.has(key) || isOpen`,
      `opened.has(key)`,
      "does not open a page twice",
    ],
    [
      "A tool takes no question away from the user",
      `opened.size > 0 || isAsking()`,
      `opened.size > 0`,
      "takes no question away that the user is answering",
    ],
    [
      "A tool opens no login for an account that was left",
      `if (isLeft(parts, access)) return notDone();`,
      ``,
      "opens nothing for an account that was left meanwhile",
    ],
    [
      "A tool opens no login where another one does not help",
      `mending(need.code) !== "logIn"`,
      `Boolean("")`,
      "starts and opens nothing after credentials_invalid",
    ],
  ]),
  ...guards("src/editor/tools/tool.ts", unit("calls"), [
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
      `nameFault(text) === undefined`,
      `text !== ""`,
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
