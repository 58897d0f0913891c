// What created and deleted, and what is said of it.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");
const domain = testsOf("domain");

export const changeGuards: readonly Mutant[] = [
  ...guards("src/editor/resources/destinations/delete.ts", editor("resources/destinations/delete"), [
    [
      "Nothing is deleted without a confirmation",
      `if (!(await confirmDeletion(chosen, accountLabel(account)))) return;`,
      `await confirmDeletion(chosen, accountLabel(account));`,
      "asks once in a modal dialog that names what goes and from where",
    ],
  ]),
  ...guards("src/editor/resources/destinations/deletedCard.ts", editor("resources/destinations/delete"), [
    [
      "The address of a destination is not kept with a result",
      `.map(({ idOrName, name }) => ({ idOrName, name }))`,
      ``,
      "keeps no address of what was deleted with its result",
    ],
  ]),
  ...guards("src/editor/kit/inputs/reviewEdit.ts", editor("connections/editing/review"), [
    [
      "An edit that changes nothing sends nothing",
      `if (value.hasChanges) return { kind: "finished" };`,
      `if (changed.length >= 0) return { kind: "finished" };`,
      "sends nothing where nothing differs, and says so",
    ],
    [
      "A second Enter after an answer does not save",
      `active: (value) => value.kind === "choose" && value.row.field === active,`,
      ``,
      "marks what differs, stays on it, and takes it back by its button",
    ],
  ]),
  ...guards("src/editor/kit/inputs/reviewEdit.ts", editor("connections/editing/ends"), [
    [
      "What somebody else has changed is not overwritten by Enter alone",
      `active: (isMine) => isMine === overwritten.has(field),`,
      `active: (isMine) => isMine !== overwritten.has(field),`,
      "is asked about with both values, and stays where Enter alone is pressed",
    ],
  ]),
  ...guards("src/editor/connections/settings/settings.ts", editor("connections/editing/ends"), [
    [
      "What may stand for a login is masked in what became of an edit",
      `return field === "login_url" ? maskedText(words) : words;`,
      `return words;`,
      "keeps none where it is refused either, and shows none whole",
    ],
  ]),
  ...guards("src/editor/connections/editing/cards.ts", editor("connections/editing/ends"), [
    [
      "No address is kept with what became of an edit",
      `...(settings.includes("login_url") && { volatile: true }),`,
      ``,
      "keeps none where it is refused either, and shows none whole",
    ],
  ]),
  ...guards("src/editor/connections/settings/credential.ts", editor("connections/editing/review"), [
    [
      "Nobody is offered to take a credential away, which no change can",
      `...(mayHaveNone ? [nobodyRow()] : []), `,
      `nobodyRow(), `,
      "offers another credential in the place of one, but not none",
    ],
  ]),
  ...guards("src/domain/deletion/deletion.ts", domain("deletion/deletion"), [
    [
      "Deleted is claimed only where that is known",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      ``,
      "deletionOf",
    ],
    [
      "A 404 for a project is no word about a destination",
      ` && error.missing === "resource"`,
      ``,
      "deletionOf",
    ],
    [
      "A cancelled deletion may have been carried out",
      `outcome.sent === "no" ? { kind: "skipped" } : { kind: "unknown" }`,
      `{ kind: "skipped" }`,
      "deletionOf",
    ],
  ]),
  ...guards("src/domain/connections/creation.ts", domain("connections/creation"), [
    [
      "A creation that was left open is checked",
      `if (error.sent === "unknown") return "check";`,
      `if (error.sent === "unknown") return { kind: "refused", error };`,
      "whatever is lost on the way",
    ],
    [
      "A plain conflict is not ours",
      `id: error.existing_id, ours: false }`,
      `id: error.existing_id, ours: true }`,
      "never takes a plain conflict for its own connection",
    ],
    [
      "A refusal of the check says nothing of the first sending",
      `: { kind: "unknown", error };
    }
  }
}`,
      `: { kind: "refused", error };
    }
  }
}`,
      "sending the same again",
    ],
    [
      "A cancelled creation may have been carried out",
      `outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown" }`,
      `{ kind: "notSent" }`,
      "the first sending",
    ],
  ]),
  ...guards("src/editor/connections/creation/commands.ts", editor("connections/creation/sentAgain"), [
    [
      "A button that is pressed twice sends once",
      `  if (underWay.has(id)) return;\n`,
      ``,
      "is sent once, however often its button is pressed",
    ],
  ]),
  ...guards("src/editor/connections/creation/collect.ts", editor("connections/creation/sentAgain"), [
    [
      "What was not stored is not left out unseen",
      `beginning?.send === true && (beginning.notKept ?? []).length === 0`,
      `beginning?.send === true`,
      "is reviewed first where its login page was not kept",
    ],
  ]),
  ...guards("src/editor/connections/creation/send.ts", editor("connections/creation/refused"), [
    [
      "A lost answer is asked for once more",
      `if (verdict !== "check") return verdict;`,
      `if (verdict !== "check" || !signal.aborted) return verdict === "check" ? { kind: "unknown" } : verdict;`,
      "is created after all when asking again creates it",
    ],
    [
      "An attempt of unknown end is kept",
      `verdict.kind === "unknown" ? attempts.keep(pending) : attempts.settle(pending)`,
      `attempts.settle(pending)`,
      "a connection that was not created",
    ],
  ]),
  ...guards("src/editor/connections/context/pending.ts", editor("connections/context/pending"), [
    [
      "An attempt is on disk before it is sent",
      `await this.#write(pending);
    return pending;`,
      `return pending;`,
      "is on disk before it is sent, with what was sent and no more",
    ],
    [
      "An attempt belongs to the window that sends it",
      `one.accountId === accountId && isOpen(one)`,
      `one.accountId === accountId`,
      "is not open for checking while its window still sends it",
    ],
    [
      "What another window has settled does not come back",
      `if ((await this.find(pending.id)) === undefined) return;`,
      ``,
      "does not come back where another window has learned its end",
    ],
    [
      "An attempt is open once its process is gone",
      ` || !isAlive(pid)`,
      ``,
      "is open when the process that sent it is gone",
    ],
    [
      "An attempt is checked for its own account",
      `one.accountId === accountId && isOpen(one)`,
      `isOpen(one)`,
      "an attempt to create a connection",
    ],
  ]),
];
