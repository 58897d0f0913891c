// Shows the differences between a connection file and the service in VS Code's diff editor.
import {
  commands,
  EventEmitter,
  l10n,
  TabInputWebview,
  Uri,
  ViewColumn,
  window,
  workspace,
  type Disposable,
} from "vscode";
import type { ServiceState } from "../../api/projectReading.ts";
import { draftFromConnection } from "../../domain/draft/draft.ts";
import type { SettingId } from "../../domain/connections/settings.ts";
import type { PlanTask } from "../../domain/file/apply.ts";
import { nestBrowserSettings } from "../../domain/file/importIntoFile.ts";
import { shownValue, allSurplus, type ChangePlan, type PlanStep } from "../../domain/file/plan.ts";
import { withNames } from "../../domain/file/references.ts";
import type { ConnectionIdentity } from "../../domain/connections/identity.ts";
import { visibleJson } from "../../domain/text/visible.ts";
import { fileLabel } from "./commandFile.ts";
import type { PlannedFile } from "./filePlans.ts";

const comparisonScheme = "managed-auth-plan";

/** Provides both sides of each plan's diff editor: service and file. Drops a text when its document is closed. */
export class PlanComparisons implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #registered: readonly Disposable[];

  constructor() {
    this.#registered = [
      workspace.registerTextDocumentContentProvider(comparisonScheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()),
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** Updates an open comparison to a newer plan. Leaves out the differences that completed tasks have resolved. */
  update({ plan, state, uri }: PlannedFile, completed: readonly PlanTask[] = []): void {
    const { file, service } = comparisonTexts(plan, state, completed);
    this.#set(comparisonUri(uri, "service"), service);
    this.#set(comparisonUri(uri, "file"), file);
  }

  /**
   * Opens the comparison of a plan in the editor group that shows the connection file, with the service on the left and
   * the file on the right. Never splits the editor area, because VS Code doesn't report whether there is enough space.
   * Doesn't cover a webview in that group unless the user asked for the comparison.
   */
  async open(planned: PlannedFile, { isAsked }: { readonly isAsked: boolean }): Promise<void> {
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
      comparisonUri(uri, "service"),
      comparisonUri(uri, "file"),
      l10n.t("{0}: service and file", fileLabel(uri)),
      { viewColumn: column, preserveFocus: true },
    );
  }

  dispose(): void {
    for (const disposable of this.#registered) disposable.dispose();
    this.#changed.dispose();
  }

  #set(uri: Uri, text: string): void {
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
  }
}

/**
 * Returns the URI of one side of a comparison. All plans of a file share the same two URIs, so that a newer plan
 * replaces the texts of the previous plan.
 */
function comparisonUri({ path }: Uri, side: "file" | "service"): Uri {
  return Uri.from({ scheme: comparisonScheme, path: `${path}/${side}.json` });
}

/**
 * Renders both sides of a plan in the same format: with names instead of IDs, only the settings that the file
 * declares, and in the file's order.
 */
function comparisonTexts(
  plan: ChangePlan,
  state: ServiceState,
  completed: readonly PlanTask[],
): { readonly service: string; readonly file: string } {
  const steps = plan.steps.toSorted((a, b) => a.entry.range.offset - b.entry.range.offset);
  const entries = steps.map((step) => {
    const { file, service } = entrySides(step, state);
    return { file, service: completed.some((task) => task === step) ? file : service };
  });
  const deleted = completed.filter((task) => task.kind === "delete").map((task) => task.connection);
  const surplus = allSurplus(plan)
    .filter((connection) => !deleted.includes(connection))
    .map(identityFields);
  return {
    service: formatConnections([...entries.flatMap(({ service }) => service ?? []), ...surplus]),
    file: formatConnections(entries.map(({ file }) => file)),
  };
}

function entrySides(
  step: PlanStep,
  state: ServiceState,
): { readonly service?: object; readonly file: object } {
  const { answers, settings } = step.entry;
  const declared = withNames(answers, state);
  const file = entryFields(step.entry, settings, (setting) => shownValue(setting, declared));
  if (step.kind === "create") return { file };
  const current = withNames(draftFromConnection(step.connection), state);
  return {
    // For settings that aren't sent, show the value from the file on both sides, so that equivalent values don't
    // appear as differences.
    service: entryFields(step.entry, settings, (setting) =>
      shownValue(setting, step.settings.includes(setting) ? current : declared),
    ),
    file,
  };
}

const identityFields = ({ domain, profile_name }: ConnectionIdentity): object => ({ domain, profile_name });

function entryFields(
  of: ConnectionIdentity,
  settings: readonly SettingId[],
  value: (setting: SettingId) => unknown,
): object {
  return {
    ...identityFields(of),
    ...nestBrowserSettings(settings.map((setting) => [setting, value(setting)])),
  };
}

function formatConnections(connections: readonly object[]): string {
  // Escape invisible characters, because the text contains values from the service.
  return `${visibleJson(JSON.stringify({ connections }, undefined, 2))}\n`;
}
