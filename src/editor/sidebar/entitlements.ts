import type { Disposable, TreeItem, TreeView } from "vscode";
import { entitlementFacts } from "../../domain/entitlements/entitlements.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import type { Session } from "../accounts/session.ts";
import { groupsOf } from "../entitlements/nodes.ts";
import { planLine } from "../entitlements/words.ts";
import { setContext } from "../kit/contextKeys.ts";
import { treeItem } from "../kit/row.ts";
import { ageLine } from "./messages.ts";
import { rowOf } from "./node.ts";
import type { Node } from "./node.ts";
import { AccountTree } from "./tree.ts";

/** The tree of the active account's entitlements. Empty without an account. */
export class EntitlementsTree extends AccountTree {
  readonly #model: EntitlementsModel;
  #describe = (): void => undefined;

  constructor(session: Session, model: EntitlementsModel) {
    super(session, model);
    this.#model = model;
  }

  /** Shows the plan in the header, and the age of outdated rows. Sets a context key if a row shows a failure. */
  describe(view: Pick<TreeView<Node>, "description" | "message">): Disposable {
    let told = false;
    const update = (): void => {
      const { state } = this.#model;
      const message = ageLine(state);
      if (view.message !== message) view.message = message;
      const value = (state.reading ?? state.last)?.value;
      const plan = value === undefined ? "" : planLine(entitlementFacts(value, new Date()).plan);
      if (view.description !== plan) view.description = plan;
      const failed = state.failure !== undefined;
      if (failed !== told) void setContext("managedAuth.failed", failed);
      told = failed;
    };
    update();
    this.#describe = update;
    return this.#model.onDidChange(update);
  }

  async getTreeItem(node: Node): Promise<TreeItem> {
    // The row keeps its old content until the comparison is done. Groups wait for it with their children.
    if (node.kind === "plan") await this.#model.compared();
    return treeItem(rowOf(node, this.#model.state.reading?.changes));
  }

  protected override async below(node: Node): Promise<readonly Node[]> {
    if (node.kind === "group") {
      await this.#model.compared();
      // Request the usage only now. A change event before VS Code has these rows makes VS Code start over before it
      // renders any.
      void this.#model.wantUsage();
    }
    return super.below(node);
  }

  protected rows(): Promise<readonly Node[]> {
    return this.rowsOnce(
      () => this.#model.shown(),
      () => this.#drawn(),
    );
  }

  #drawn(): readonly Node[] {
    // Restoring an earlier window's reading emits no event.
    this.#describe();
    const { failure, last, reading } = this.#model.state;
    const failed: readonly Node[] = failure === undefined ? [] : [{ kind: "failure", failure }];
    const values = (reading ?? last)?.value;
    if (values === undefined) return failed;
    const facts = entitlementFacts(values, new Date(), reading?.usage);
    return [...failed, ...groupsOf(facts), { kind: "plan", plan: facts.plan }];
  }
}
