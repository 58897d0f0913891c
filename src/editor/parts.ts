import type { Memento } from "vscode";
import type { Accounts } from "./accounts.ts";
import type { Drafts } from "./drafts.ts";
import type { EntitlementsModel } from "./entitlementsModel.ts";
import type { Log } from "./log.ts";
import type { Opener } from "./opener.ts";
import type { PendingCreations } from "./pendingCreations.ts";
import type { ResultPanel } from "./resultPanel.ts";
import type { Results } from "./results.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Service } from "./service.ts";
import type { Session } from "./session.ts";
import type { EntitlementsTree } from "./tree.ts";

/** What the commands work with; built once, in app.ts. */
export interface Parts {
  readonly accounts: Accounts;
  readonly session: Session;
  readonly sandbox: Sandbox;
  readonly service: Service;
  readonly entitlements: EntitlementsModel;
  readonly tree: EntitlementsTree;
  readonly drafts: Drafts;
  readonly results: Results;
  readonly pending: PendingCreations;
  readonly panel: ResultPanel;
  readonly opener: Opener;
  readonly log: Log;
  readonly version: string;
  readonly windowState: Memento;
  readonly environment: Readonly<Record<string, string | undefined>>;
}
