import type { Memento } from "vscode";
import type { Accounts } from "./accounts.ts";
import type { Drafts } from "./drafts.ts";
import type { EntitlementsModel } from "./entitlementsModel.ts";
import type { Keeper } from "./keeper.ts";
import type { Log } from "./log.ts";
import type { Opener } from "./opener.ts";
import type { PendingCreations } from "./pendingCreations.ts";
import type { ResultPanel } from "./resultPanel.ts";
import type { Results } from "./results.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Service } from "./service.ts";
import type { Session } from "./session.ts";
import type { EntitlementsTree } from "./tree.ts";

/** What every window has that uses the extension; built once, in app.ts. */
export interface Core {
  readonly accounts: Accounts;
  readonly session: Session;
  readonly sandbox: Sandbox;
  readonly service: Service;
  readonly entitlements: EntitlementsModel;
  readonly tree: EntitlementsTree;
  readonly pending: PendingCreations;
  readonly log: Log;
  /** Everything that is kept for accounts. */
  readonly keepers: readonly Keeper[];
  readonly version: string;
  readonly windowState: Memento;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What the commands work with; built once, in work.ts. */
export interface Parts extends Core {
  readonly drafts: Drafts;
  readonly results: Results;
  readonly panel: ResultPanel;
  readonly opener: Opener;
}
