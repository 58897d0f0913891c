import type { Disposable, TreeItem } from "vscode";
import { entitlementFacts } from "../../domain/entitlements/entitlements.ts";
import type { EntitlementsModel } from "../catalogue/entitlementsModel.ts";
import type { WindowSession } from "../accounts/session.ts";
import { groupNodes } from "../entitlements/nodes.ts";
import { planLine } from "../entitlements/labels.ts";
import { setContext } from "../kit/contextKeys.ts";
import { treeItem } from "../kit/row.ts";
import { ageLine, type ViewHeader } from "./viewMessages.ts";
import { nodeRow, type SidebarNode } from "./sidebarNode.ts";
import { AccountTree } from "./accountTree.ts";
import { compact } from "../../domain/compact.ts";

/** The tree of the active account's entitlements. Empty without an account. */
export class EntitlementsTree extends AccountTree {
  readonly #model: EntitlementsModel;

  constructor(session: WindowSession, model: EntitlementsModel) {
    super(session, model);
    this.#model = model;
  }

  /** Shows the organization's plan and the age of outdated rows in the header. Sets a context key if a fetch fails. */
  describe(view: ViewHeader): Disposable {
    let isReported = false;
    const update = (): void => {
      const { state } = this.#model;
      const message = ageLine(state);
      if (view.message !== message) view.message = message;
      const value = (state.reading ?? state.cached)?.value;
      const plan = (value && planLine(entitlementFacts(value, new Date()).plan)) ?? "";
      if (view.description !== plan) view.description = plan;
      const failed = state.failure !== undefined;
      if (failed !== isReported) void setContext("managedAuth.failed", failed);
      isReported = failed;
    };
    update();
    return this.#model.onDidChange(update);
  }

  async getTreeItem(node: SidebarNode): Promise<TreeItem> {
    // Wait until the values have been compared with an earlier window's values. VS Code shows the row's old content
    // in the meantime. Groups don't need to wait here, because `childRows` waits before it returns their children.
    if (node.kind === "plan") await this.#model.comparedState();
    return treeItem(nodeRow(node, this.#model.state.reading?.changes));
  }

  protected override async childRows(node: SidebarNode): Promise<readonly SidebarNode[]> {
    if (node.kind === "group") {
      await this.#model.comparedState();
      // Don't request the usage earlier. If a change event fires before VS Code has received these rows, VS Code
      // requests all rows again before it renders any.
      void this.#model.loadUsage();
    }
    return super.childRows(node);
  }

  protected rows(): Promise<readonly SidebarNode[]> {
    return this.rowsForAccount(
      () => this.#model.displayState(),
      () => this.#buildRows(),
    );
  }

  #buildRows(): readonly SidebarNode[] {
    const { failure, cached, reading } = this.#model.state;
    const failed = failure && ({ kind: "failure", failure } as const);
    const values = (reading ?? cached)?.value;
    if (values === undefined) return compact(failed);
    const facts = entitlementFacts(values, new Date(), reading?.usage);
    return compact<SidebarNode>(failed, ...groupNodes(facts), { kind: "plan", plan: facts.plan });
  }
}
