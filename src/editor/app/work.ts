import type { Uri, WebviewPanel } from "vscode";
import { explainLostToken } from "../accounts/signIn/commands.ts";
import { act } from "../results/buttons.ts";
import { attended, followWriting } from "../kit/attention.ts";
import type { CommandId } from "../words/contributions.ts";
import { runCommand } from "./commands.ts";
import { Drafts } from "../connections/creation/drafts.ts";
import { guarded } from "../kit/guarded.ts";
import { followFaults, reportFault } from "../kit/notify.ts";
import { Opener } from "../kit/opener.ts";
import type { Core, Parts } from "./parts.ts";
import { ResultPanel } from "../results/panel.ts";
import { Results } from "../results/store.ts";
import type { Rows } from "../entitlements/nodes.ts";

/** What commands and results need beyond the tree. It is built with the first of them. */
export interface Work {
  run(command: CommandId, rows: Rows): Promise<unknown>;
  restorePanel(panel: WebviewPanel, state: unknown): Promise<void>;
  /** Says that secret storage has lost the token of the account this window worked as, if so. */
  explainLostToken(): Promise<void>;
  /** Closes what is shown, for good. */
  dispose(): void;
}

/** Builds it on what the window has already; `storage` is the folder of the extension's own files. */
export function createWork(core: Core, extensionUri: Uri, storage: string): Work {
  const results = new Results(storage, async (id) => (await core.session.find(id)) !== undefined);
  followFaults((fault) => {
    core.log.fault("message", fault);
    void reportFault(fault, () => core.log.show());
  });
  const writing = followWriting();
  const panel = new ResultPanel(extensionUri, results, (action, result, item) => {
    attended();
    return guarded(core.log, action, () => act(parts, action, result, item));
  });
  const drafts = new Drafts(storage);
  const keepers = [...core.keepers, drafts, results, panel.recent];
  const parts: Parts = { ...core, drafts, keepers, opener: new Opener(), panel, results };
  return {
    run: (command, rows) => {
      attended();
      return runCommand(parts, command, rows);
    },
    restorePanel: (restored, state) => panel.restore(restored, state),
    explainLostToken: () => explainLostToken(parts),
    dispose: () => {
      panel.dispose();
      writing.dispose();
    },
  };
}
