// What the user is asked, and what is taken for an answer.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const questionGuards: readonly Mutant[] = [
  ...guards("src/editor/accounts/signIn/signIn.ts", editor("accounts/signIn/signIn"), [
    [
      "The environment's token goes nowhere else by Enter alone",
      `return isPublic ? [row, ...places] : [...places, row];`,
      `return [row, ...places];`,
      "is the last row where it goes elsewhere, and is sent after a question that names the host",
    ],
    [
      "The environment's token goes nowhere else without a question",
      `if (baseUrl === publicBaseUrl) return`,
      `if (baseUrl !== "") return`,
      "is not sent elsewhere by Enter alone",
    ],
    [
      "The host that gets the environment's token is shown whole",
      `: l10n.t("KERNEL_API_KEY from the Environment, for {0}", displayHost(place.baseUrl)),`,
      `: l10n.t("KERNEL_API_KEY from the Environment, for {0}", displayHost(place.baseUrl).slice(0, 200)),`,
      "names its host whole, whose end says whose it is",
    ],
  ]),
  ...guards("src/editor/connections/creation/review.ts", editor("connections/creation/review"), [
    [
      "A second Enter after an edit sends nothing",
      `active: (value) => value.kind === "edit" && value.field === first,`,
      ``,
      "stays on the row that was edited, so that a second Enter does not send",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", editor("kit/pageFocus"), [
    [
      "A question outlives a page that takes the focus late",
      `input.ignoreFocusOut = true;`,
      ``,
      "outlives the page's taking the focus late, and gets it back with its rows and the active one",
    ],
    [
      "A question gets back the focus that a page took",
      `if (onScreen?.release !== undefined) showAnew(onScreen);`,
      ``,
      "gets it back with what is typed, and ends when the user leaves it",
    ],
    [
      "A question that is shown anew has its rows",
      `input.items = items;`,
      ``,
      "outlives the page's taking the focus late, and gets it back with its rows and the active one",
    ],
    [
      "A question that is shown anew is where the user was",
      `if (active.length > 0) input.activeItems = active;`,
      ``,
      "outlives the page's taking the focus late, and gets it back with its rows and the active one",
    ],
    [
      "A question that is shown anew has an active row",
      `if (active.length > 0) input.activeItems = active;`,
      `input.activeItems = active;`,
      "gets it back at its first row where VS Code has told of no row",
    ],
    [
      "A question that is shown anew is at a row that is there",
      `activeItems.filter((row) => items.includes(row))`,
      `activeItems`,
      "gets it back at its first row where VS Code has told of a row that is there no more",
    ],
    [
      "A question that is shown anew keeps what is checked",
      `if (input.canSelectMany) input.selectedItems = selectedItems;`,
      ``,
      "gets it back with what is checked",
    ],
    [
      "A question that is shown anew is not answered by that",
      `if (input.canSelectMany) input.selectedItems`,
      `input.selectedItems`,
      "is not answered with the row that was not taken before",
    ],
    [
      "A question that is shown anew goes on behind its text",
      `input.valueSelection = [input.value.length, input.value.length];`,
      ``,
      "gets it back with what is typed, and ends when the user leaves it",
    ],
    [
      "A question that is shown anew has its rows at once",
      `input.hide();`,
      `input.hide(); input.show();`,
      "has its rows when it is shown anew, not some time after that",
    ],
    [
      "A question that is shown anew has not been left",
      `if (own.hiding > 0) own.hiding -= 1;`,
      `if (own.hiding < 0) own.hiding -= 1;`,
      "gets it back with what is typed, and ends when the user leaves it",
    ],
    [
      "A page that is drawn again and again comes no longer than any other",
      `comingPage.drawn ??= setTimeout(pageGone, lateMs).unref();`,
      `clearTimeout(comingPage.drawn), (comingPage.drawn = setTimeout(pageGone, lateMs).unref());`,
      "is one like any other ten seconds after the page was first drawn, however often it is drawn again",
    ],
    [
      "Only while a page is coming does a question stay without the focus",
      `onScreen?.release?.();`,
      ``,
      "is one like any other ten seconds after the page was drawn",
    ],
  ]),
  ...guards("src/editor/kit/inputs/whileLoading.ts", editor("kit/inputs/whileLoading"), [
    [
      "What takes the place of a wait does not call it off",
      `      turnedAway(flow);
      goOnAside();`,
      `      stop.abort();`,
      "goes on under a notification where the palette takes its place",
    ],
    [
      "A wait closes no palette and no question",
      `if (!isWelcome(flow) || isAsking()) {`,
      `if (false) {`,
      "closes no question and no palette: what follows waits aside, too",
    ],
  ]),
  ...guards("src/editor/kit/userAttention.ts", editor("kit/questionHost"), [
    [
      "A question of a command takes no key from what the user began since",
      `if (at !== flow) mayHaveLeft(at);`,
      ``,
      "where the user began another command before the wait could show",
    ],
    [
      "A question takes no key that is typed into an editor",
      `(user === "here" || user === "outside") && !isWriting()`,
      `user === "here" || user === "outside"`,
      "where the user typed into an editor though the wait was too short to show",
    ],
    [
      "Whoever came back to the window by something else is not asked over it",
      `if (focused && at.user === "outside") at.user = "elsewhere";`,
      ``,
      "where the user came back to the window by something else in it",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", editor("kit/questionHost"), [
    [
      "A question opens only where the user still is at what asks",
      `if (isWelcome(flow)) {`,
      `if (flow !== undefined) {`,
      "where the user turned to the palette",
    ],
    [
      "An agent opens no question",
      `flow.user === "agent" || until?.aborted === true`,
      `until?.aborted === true`,
      "opens for no agent, but a dialog does at once",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", editor("kit/questionHost"), [
    [
      "A dialog opens only where the user still is at what asks",
      `if (opening !== undefined && !(await opening)) return undefined;`,
      ``,
      "also where it is a dialog, which Enter would agree to",
    ],
  ]),
  ...guards("src/editor/kit/inputs/whileLoading.ts", editor("kit/questionHost"), [
    [
      "A short wait brings nobody back who has left",
      `if (isAwaited && isWelcome(flow)) attended(flow);`,
      `if (!is.aside && !signal.aborted) attended(flow);`,
      "where a short wait follows one that the user has left",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", editor("kit/userAttention"), [
    [
      "Who writes a text is not called away by a result",
      `if (isWriting()) return "writing";`,
      ``,
      "is told of the result, and sees it when asking for it",
    ],
    [
      "Work that took long takes no focus",
      `return isAsking() || attendedMs() > longMs ? "elsewhere" : "here";`,
      `return "here";`,
      "not where its work took long: it is shown all the same",
    ],
  ]),
  ...guards("src/editor/kit/inputs/livePick.ts", editor("kit/inputs/livePick"), [
    [
      "No row is taken that stands where another one stood",
      `else if (list.isCertain(row)) accept`,
      `else accept`,
      "takes no row that stands where another one stood when it was chosen",
    ],
  ]),
  ...guards("src/editor/resources/destinations/picker.ts", editor("resources/destinations/picker"), [
    [
      "Nothing is checked that stands where something else stood",
      `if (this.#missed) return;`,
      ``,
      "checks nothing that stands where something else stood, and shows what is checked again",
    ],
  ]),
  ...guards("src/editor/resources/destinations/delete.ts", editor("resources/destinations/confirm"), [
    [
      "A confirmation says names as they are",
      `l10n.t("{0} ({1})", display(name), display(idOrName))`,
      `l10n.t("{0} ({1})", name, idOrName)`,
      "says names as they are, on one line each, turned by nothing",
    ],
    [
      "Nothing is asked, and nothing agreed to, for nothing",
      `if (first === undefined) return false;`,
      `if (first === undefined) return true;`,
      "asks nothing where there is nothing to delete",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", editor("resources/destinations/delete"), [
    [
      "What is destroyed is confirmed in a modal dialog",
      `{ modal: true, detail }, ...labels`,
      `{ detail }, ...labels`,
      "asks once in a modal dialog that names what goes and from where",
    ],
  ]),
];
