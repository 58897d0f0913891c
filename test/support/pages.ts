import { Uri } from "vscode";
import { EventEmitter } from "../doubles/events.ts";
import type { SessionState } from "../../src/editor/accounts/session.ts";
import type { ResultPageParts } from "../../src/editor/results/resultPage.ts";

const signedOutSession = {
  state: { kind: "signedOut" } as SessionState,
  onDidChange: new EventEmitter<SessionState>().event,
};

type Parts = Omit<ResultPageParts, "otherTitles">;

/** Returns the parts of a page with these replacements. By default, no account is signed in and buttons do nothing. */
export function pageParts(parts: Partial<Parts> = {}): Parts {
  return {
    extensionUri: Uri.file("/extension"),
    session: signedOutSession,
    press: () => Promise.resolve(),
    onStripsSeen: () => undefined,
    ...parts,
  };
}
