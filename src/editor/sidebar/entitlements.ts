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

/** The entitlements of the active account as a tree; empty without an account. */
export class EntitlementsTree extends AccountTree {
  readonly #model: EntitlementsModel;
  #describe = (): void => undefined;

  constructor(session: Session, model: EntitlementsModel) {
    super(session, model);
    this.#model = model;
  }

  /** Says the plan in the header, and above old rows how old they are. Keys need to know whether a row says a failure. */
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
    // The row says what it said before; groups wait for that with their children.
    if (node.kind === "plan") await this.#model.compared();
    return treeItem(rowOf(node, this.#model.state.reading?.changes));
  }

  protected override async below(node: Node): Promise<readonly Node[]> {
    if (node.kind === "group") {
      await this.#model.compared();
      // Not sooner: a change told before VS Code has these rows makes it begin again before it draws any.
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
    // What an earlier window read is taken up without a word.
    this.#describe();
    const { failure, last, reading } = this.#model.state;
    const failed: readonly Node[] = failure === undefined ? [] : [{ kind: "failure", failure }];
    const values = (reading ?? last)?.value;
    if (values === undefined) return failed;
    const facts = entitlementFacts(values, new Date(), reading?.usage);
    return [...failed, ...groupsOf(facts), { kind: "plan", plan: facts.plan }];
  }
}
