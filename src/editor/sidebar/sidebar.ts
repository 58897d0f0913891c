import { EventEmitter, l10n } from "vscode";
import type { Disposable, TreeDataProvider, TreeItem, TreeView } from "vscode";
import { entitlementFacts } from "../../domain/entitlements.ts";
import { openAttempts } from "../connections/creation/attempts.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import type { PendingCreations } from "../connections/creation/pending.ts";
import type { Session } from "../accounts/session.ts";
import { groupsOf } from "../entitlements/nodes.ts";
import { setContext } from "../kit/contextKeys.ts";
import { treeItem } from "../kit/row.ts";
import { childrenOf, rowOf } from "./node.ts";
import type { Node } from "./node.ts";
import { moment } from "../words/numbers.ts";

type Attempts = Pick<PendingCreations, "open" | "openElsewhere" | "onDidChange">;

/** The entitlements of the active account as a tree; empty while nobody is signed in, so the welcome shows. */
export class EntitlementsTree implements TreeDataProvider<Node>, Disposable {
  readonly #session: Session;
  readonly #model: EntitlementsModel;
  readonly #changed = new EventEmitter<undefined>();
  readonly #pending: Attempts;
  readonly #following: readonly Disposable[];
  /** How often the rows are being asked for: these answers will hold what the model learns meanwhile. */
  #asked = 0;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, model: EntitlementsModel, pending: Attempts) {
    this.#session = session;
    this.#model = model;
    this.#pending = pending;
    this.#following = [
      model.onDidChange(() => {
        if (this.#asked === 0) this.#changed.fire(undefined);
      }),
      pending.onDidChange(() => this.#changed.fire(undefined)),
    ];
  }

  /** Says above the rows how old they are, where the last reading failed; keys are told that there is such a row. */
  describe(view: Pick<TreeView<Node>, "message">): Disposable {
    let told = false;
    const update = (): void => {
      const { failure, last, reading } = this.#model.state;
      const old = failure === undefined ? undefined : (reading ?? last);
      const message = old === undefined ? "" : l10n.t("Shown as of {0}.", moment(old.readAt));
      if (view.message !== message) view.message = message;
      const failed = failure !== undefined;
      if (failed !== told) void setContext("managedAuth.failed", failed);
      told = failed;
    };
    update();
    return this.#model.onDidChange(update);
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(rowOf(node, this.#model.state.reading?.changes));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === "group") {
      await this.#model.compared();
      // Not sooner: a change told before VS Code has these rows makes it begin again before it draws any.
      void this.#model.wantUsage();
    }
    if (node !== undefined) return [...childrenOf(node)];
    this.#asked++;
    try {
      return await this.#rows();
    } finally {
      this.#asked--;
    }
  }

  async #rows(): Promise<Node[]> {
    const { state } = this.#session;
    if (state.kind === "signedOut") return [];
    const [, open] = await Promise.all([
      this.#model.shown(),
      openAttempts(this.#pending, this.#session, state.account),
    ]);
    // What was read belongs to another account, or to another token of it.
    if (this.#session.state !== state) return this.#rows();
    const { failure, last, reading } = this.#model.state;
    // Where a reading failed, the words above the rows say how old they are.
    const asOf = reading === undefined && failure === undefined ? last?.readAt : undefined;
    const account: Node = { kind: "account", account: state.account, ...(asOf !== undefined && { asOf }) };
    const unknown = open.map((attempt): Node => ({ kind: "pending", attempt }));
    const failed: readonly Node[] = failure === undefined ? [] : [{ kind: "failure", failure }];
    const values = (reading ?? last)?.value;
    const groups = values === undefined ? [] : groupsOf(entitlementFacts(values, new Date(), reading?.usage));
    return [account, ...unknown, ...failed, ...groups];
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#changed.dispose();
  }
}
