// Shows the differences between a connection file and the service in VS Code's diff editor.
import { commands, EventEmitter, l10n, TabInputWebview, Uri, ViewColumn, window, workspace } from "vscode";
import type { Disposable } from "vscode";
import type { ServiceState } from "../../api/project.ts";
import { answersOf } from "../../domain/draft/draft.ts";
import type { Setting } from "../../domain/connections/settings.ts";
import type { Task } from "../../domain/file/apply.ts";
import { placed } from "../../domain/file/importing.ts";
import { shownValue, surplusOf } from "../../domain/file/plan.ts";
import type { Plan, Step } from "../../domain/file/plan.ts";
import { withNames } from "../../domain/file/references.ts";
import type { Identity } from "../../domain/connections/identity.ts";
import { visibleJson } from "../../domain/text/visible.ts";
import { fileLabel } from "./chosenFile.ts";
import type { Planned } from "./plans.ts";

const scheme = "managed-auth-plan";

/** Provides the two texts of each compared plan until the window closes. */
export class Comparisons implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #registered: readonly Disposable[];

  constructor() {
    this.#registered = [
      workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()),
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** Updates an open comparison to a newer plan, without the differences that the finished tasks resolved. */
  update({ plan, state, uri }: Planned, done: readonly Task[] = []): void {
    const { file, service } = textsOf(plan, state, done);
    this.#set(sideOf(uri, "service"), service);
    this.#set(sideOf(uri, "file"), file);
  }

  /**
   * Opens the comparison of a plan in the file's editor group, with the service on the left and the file on the
   * right. Never splits the window, because VS Code doesn't report whether there is room. Unless the user asked for
   * the comparison, doesn't cover a page of the extension in that group.
   */
  async open(planned: Planned, { isAsked }: { readonly isAsked: boolean }): Promise<void> {
    const { uri } = planned;
    this.update(planned);
    const editor = window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    const column = editor?.viewColumn ?? ViewColumn.One;
    const isCovering = window.tabGroups.all.some(
      ({ activeTab, viewColumn }) => viewColumn === column && activeTab?.input instanceof TabInputWebview,
    );
    if (isCovering && !isAsked) return;
    await commands.executeCommand(
      "vscode.diff",
      sideOf(uri, "service"),
      sideOf(uri, "file"),
      l10n.t("{0}: service and file", fileLabel(uri)),
      { viewColumn: column, preserveFocus: true },
    );
  }

  dispose(): void {
    for (const one of this.#registered) one.dispose();
    this.#changed.dispose();
  }

  #set(uri: Uri, text: string): void {
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
  }
}

/** Returns the same address for every plan of a file, so that a newer plan replaces the texts of the previous one. */
function sideOf({ path }: Uri, side: "file" | "service"): Uri {
  return Uri.from({ scheme, path: `${path}/${side}.json` });
}

/**
 * Renders both sides of a plan in the same format: names instead of IDs, declared settings only, in the file's order.
 */
function textsOf(
  plan: Plan,
  state: ServiceState,
  done: readonly Task[],
): { readonly service: string; readonly file: string } {
  const steps = plan.steps.toSorted((one, other) => one.entry.range.offset - other.entry.range.offset);
  const entries = steps.map((step) => {
    const { file, service } = sidesOf(step, state);
    return { file, service: done.some((task) => task === step) ? file : service };
  });
  const deleted = done.flatMap((task) => (task.kind === "delete" ? [task.connection] : []));
  const surplus = surplusOf(plan)
    .filter((connection) => !deleted.includes(connection))
    .map(identity);
  return {
    service: textOf([...entries.flatMap(({ service }) => service ?? []), ...surplus]),
    file: textOf(entries.map(({ file }) => file)),
  };
}

interface Sides {
  readonly service: object | undefined;
  readonly file: object;
}

function sidesOf(step: Step, state: ServiceState): Sides {
  const { answers, settings } = step.entry;
  const then = withNames(answers, state);
  const file = entryOf(step.entry, settings, (setting) => shownValue(setting, then));
  if (step.kind === "create") return { service: undefined, file };
  const now = withNames(answersOf(step.connection), state);
  return {
    // Show the file's spelling for settings that aren't sent, so that equivalent values don't appear as differences.
    service: entryOf(step.entry, settings, (setting) =>
      shownValue(setting, step.settings.includes(setting) ? now : then),
    ),
    file,
  };
}

const identity = ({ domain, profile_name }: Identity): object => ({ domain, profile_name });

function entryOf(of: Identity, settings: readonly Setting[], value: (setting: Setting) => unknown): object {
  return { ...identity(of), ...placed(settings.map((setting) => [setting, value(setting)])) };
}

function textOf(connections: readonly object[]): string {
  // Escape invisible characters, because the text contains values from the service.
  return `${visibleJson(JSON.stringify({ connections }, undefined, 2))}\n`;
}
