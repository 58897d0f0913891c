import { env, EventEmitter, l10n } from "vscode";
import type { Disposable, TreeDataProvider, TreeItem, TreeView } from "vscode";
import { display } from "../domain/display.ts";
import { entitlementFacts } from "../domain/entitlements.ts";
import type { EntitlementsModel } from "./entitlementsModel.ts";
import { mention } from "./notify.ts";
import type { Session } from "./session.ts";
import { rowWords, treeItem } from "./treeItems.ts";
import { childrenOf, groupsOf } from "./treeNodes.ts";
import type { Node } from "./treeNodes.ts";
import { describeFailure } from "./words/failures.ts";
import { moment } from "./words/numbers.ts";

/** The entitlements of the active account as a tree; empty while nobody is signed in, so the welcome shows. */
export class EntitlementsTree implements TreeDataProvider<Node>, Disposable {
  readonly #session: Session;
  readonly #model: EntitlementsModel;
  readonly #changed = new EventEmitter<undefined>();
  readonly #following: Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session, model: EntitlementsModel) {
    this.#session = session;
    this.#model = model;
    this.#following = model.onDidChange(() => this.#changed.fire(undefined));
  }

  /** Keeps the view's message in step with what the tree shows. */
  describe(view: TreeView<Node>): Disposable {
    const update = (): void => {
      const { state } = this.#session;
      const { failure, reading } = this.#model.state;
      view.message =
        state.kind === "signedOut" && state.lost !== undefined
          ? l10n.t(
              "VS Code did not keep the token of {0}: its secret storage forgets when the window closes (no keyring). Sign in again.",
              display(state.lost),
            )
          : failure !== undefined && reading !== undefined
            ? l10n.t("{0}. Shown as of {1}.", describeFailure(failure).headline, moment(reading.readAt))
            : "";
    };
    update();
    return this.#model.onDidChange(update);
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return [...childrenOf(node)];
    const { state } = this.#session;
    if (state.kind === "signedOut") return [];
    const { failure, reading } = await this.#model.known();
    const account: Node = { kind: "account", account: state.account };
    if (reading !== undefined) return [account, ...groupsOf(entitlementFacts(reading.value, new Date()))];
    return failure === undefined ? [account] : [account, { kind: "failure", failure }];
  }

  /** Copies what a row says. */
  async copyValue(node: Node): Promise<void> {
    const { label, value } = rowWords(node);
    await env.clipboard.writeText(value ?? label);
    mention(l10n.t("Value copied"));
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }
}
