// A window with a connection file, connected to the second service, which shares no code with the extension.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { ServiceAccount } from "../../src/editor/accounts/accounts.ts";
import { fileCommands } from "../../src/editor/files/commands.ts";
import type { CommandResult } from "../../src/editor/results/result.ts";
import type { ResultCard } from "../../src/editor/results/buttons.ts";
import type { CommandArguments } from "../../src/editor/words/contributions.ts";
import { handlers } from "../doubles/commands.ts";
import type { TextDocument } from "../doubles/documents.ts";
import { QuickPick } from "../doubles/quickInput.ts";
import { Message, screen } from "../doubles/screen.ts";
import { putFile } from "../doubles/workspaceFiles.ts";
import { buttonsOf } from "./cards.ts";
import { commandFixture, type CommandFixture } from "./commandFixture.ts";
import { SecondService } from "./secondService.ts";

/** Returns the text of a connection file with these entries. */
export function fileOf(connections: readonly object[], more: object = {}): string {
  return JSON.stringify({ version: 1, ...more, connections }, undefined, 2);
}

export interface FileFixture extends CommandFixture {
  /** The account of the second service. */
  readonly account: ServiceAccount;
  readonly service: SecondService;
  readonly document: TextDocument;
  /** The arguments of each opened comparison: left, right, title, options. */
  readonly compared: readonly (readonly unknown[])[];
  readonly plan: (args?: CommandArguments["managedAuth.planFile"]) => Promise<unknown>;
  readonly apply: (args?: CommandArguments["managedAuth.applyFile"]) => Promise<unknown>;
  readonly add: (args?: CommandArguments["managedAuth.addToFile"]) => Promise<unknown>;
  readonly addWorkflow: () => Promise<unknown>;
  /** Returns the card that was shown last. */
  readonly card: () => ResultCard;
  /** Presses a button of that card that starts a command of connection files. */
  readonly press: (label: string) => Promise<void>;
}

/** Opens a window with an account of the second service and a connection file with this text. */
export async function fileFixture(context: TestContext, text: string): Promise<FileFixture> {
  const fixture = await commandFixture(context);
  context.mock.restoreAll();
  const service = await new SecondService().start(context);
  const { parts, shown } = fixture;
  const account = await parts.accounts.add("Second", service.baseUrl, service.token);
  await parts.session.switchTo(account);
  const document = putFile("managed-auth.jsonc", text);
  const compared: (readonly unknown[])[] = [];
  handlers.set("vscode.diff", (...args) => compared.push(args));
  const commands = fileCommands(parts);
  const card = (): ResultCard => {
    const last: CommandResult | undefined = shown.at(-1);
    assert.ok(last, "nothing was shown");
    return last.card;
  };
  return {
    ...fixture,
    account,
    service,
    document,
    compared,
    plan: async (args) => await commands["managedAuth.planFile"].start(args),
    apply: async (args) => await commands["managedAuth.applyFile"].start(args),
    add: async (args) => await commands["managedAuth.addToFile"].start(args),
    addWorkflow: async () => await commands["managedAuth.addCiWorkflow"].start(undefined),
    card,
    press: async (label) => {
      const press = buttonsOf(card()).find((button) => button.label === label)?.press;
      assert.ok(press?.does === "run", `no button ${label}`);
      const command = Object.entries(commands).find(([id]) => id === press.command)?.[1];
      assert.ok(command, press.command);
      await command.start(press.args);
    },
  };
}

/** Takes the next shown object of this class. Skips others, because a slow machine also shows loading lists. */
export async function nextShown<T extends object>(kind: abstract new (...args: never[]) => T): Promise<T> {
  for (;;) {
    const item = await screen.next(Object);
    const isWait = item instanceof QuickPick && item.items.length === 0;
    if (item instanceof kind && !isWait) return item;
  }
}

/** Returns messages that the test hasn't taken yet. */
export const untaken = (): readonly object[] => screen.rest.filter((one) => one instanceof Message);

/** Presses a button of the next dialog and returns the dialog's text. */
export async function answer(button: string | undefined): Promise<string> {
  const dialog = await nextShown(Message);
  dialog.choose(button);
  return [dialog.text, dialog.options.detail].join("\n");
}
