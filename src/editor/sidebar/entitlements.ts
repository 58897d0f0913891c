import { EventEmitter } from "vscode";
import type { Disposable, TreeDataProvider, TreeItem, TreeView } from "vscode";
import { entitlementFacts } from "../../domain/entitlements/entitlements.ts";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import type { Session } from "../accounts/session.ts";
import { groupsOf } from "../entitlements/nodes.ts";
import { planLine } from "../entitlements/words.ts";
import { setContext } from "../kit/contextKeys.ts";
import { rowsOfThisWindow } from "../kit/ofThisWindow.ts";
import { treeItem } from "../kit/row.ts";
import { ageLine } from "./messages.ts";
import { childrenOf, rowOf } from "./node.ts";
import type { Node } from "./node.ts";

/** The entitlements of the active account as a tree; empty without an account. */
export class EntitlementsTree implements TreeDataProvider<Node>, Disposable {
  readonly #session: Session;
  readonly #model: EntitlementsModel;
  readonly #changed = new EventEmitter<undefined>();
  readonly #following: Disposable;
  /** How often the rows are being asked for: these answers will hold what the model learns meanwhile. */
  #asked = 0;
  #describe = (): void => undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, model: EntitlementsModel) {
    this.#session = session;
    this.#model = model;
    this.#following = model.onDidChange(() => {
      if (this.#asked === 0) this.#changed.fire(undefined);
    });
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

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === "group") {
      await this.#model.compared();
      // Not sooner: a change told before VS Code has these rows makes it begin again before it draws any.
      void this.#model.wantUsage();
    }
    if (node !== undefined) return rowsOfThisWindow(childrenOf(node));
    this.#asked++;
    try {
      return rowsOfThisWindow(await this.#rows());
    } finally {
      this.#asked--;
    }
  }

  async #rows(): Promise<Node[]> {
    const { state } = this.#session;
    if (state.kind === "signedOut") return [];
    await this.#model.shown();
    // What was read belongs to another account, or to another token of it.
    if (this.#session.state !== state) return this.#rows();
    // What an earlier window read is taken up without a word.
    this.#describe();
    const { failure, last, reading } = this.#model.state;
    const failed: readonly Node[] = failure === undefined ? [] : [{ kind: "failure", failure }];
    const values = (reading ?? last)?.value;
    if (values === undefined) return [...failed];
    const facts = entitlementFacts(values, new Date(), reading?.usage);
    return [...failed, ...groupsOf(facts), { kind: "plan", plan: facts.plan }];
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }
}
