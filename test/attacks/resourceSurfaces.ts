// Checks the lists, pages and prompts of resources that connections refer to, in the order in which a user would
// visit them.
import type { Frame } from "playwright-core";
import { pressFor } from "../host/workbench/keys.ts";
import { reveal } from "../host/workbench/rows.ts";
import { pressIn } from "../ui/resultCard.ts";
import { waitForQuestion } from "../ui/flows.ts";
import type { HostileText } from "./corpus.ts";
import { surfaceKeys, treeList, type Surfaces } from "./surfaces.ts";

const input = ".quick-input-widget";

export async function visitResources(surfaces: Surfaces, text: HostileText): Promise<void> {
  await visitView(surfaces, text);
  await visitProxies(surfaces, text);
  await visitCredentials(surfaces, text);
  await visitProviders(surfaces, text);
  await visitDestinations(surfaces, text);
  await surfaces.open("projects");
  await surfaces.seeRow("the projects", text.mark);
  await surfaces.workbench.quickInput.escape();
}

/** Checks the resources view, one list after another. The view is low, so rows must be scrolled into view. */
async function visitView(surfaces: Surfaces, { mark }: HostileText): Promise<void> {
  const { page, resources } = surfaces.workbench;
  for (const list of ["Profiles", "Proxies", "Credentials", "Providers"]) {
    await resources.expand(list);
    const index = async (): Promise<number> =>
      (await resources.rows()).findIndex(({ label }) => label.includes(mark));
    await pressFor(page, surfaceKeys.resources, `${list} to show the text`, async () => (await index()) >= 0);
    const row = await reveal(treeList(page, "Resources"), await index());
    await surfaces.checkTree("the resources", "Resources", row, mark, mark);
    await resources.collapse(list);
  }
}

async function visitProxies(surfaces: Surfaces, { mark }: HostileText): Promise<void> {
  const { page, quickInput } = surfaces.workbench;
  await surfaces.open("proxies");
  await surfaces.takeRow("the proxies", mark);
  const isPage = (words: string): boolean => words.includes("browse through it");
  await pressIn(await surfaces.seeCard("a proxy", mark, isPage), "Check…");
  await waitForQuestion(surfaces.workbench, "Choose what to check");
  await surfaces.check(page, "what to check a proxy with", input, mark);
  await quickInput.choose("Proxy Only");
  const failed = await surfaces.seeCard("a check that could not be run", mark, (words) =>
    words.includes("Couldn't run the check"),
  );
  await pressIn(failed, "Check Again");
  const checked = await surfaces.seeCard("a check", mark, (words) => words.includes("was checked"));
  await pressIn(checked, "Show Proxy");
  const shown = await surfaces.seeCard("a proxy", mark, isPage);
  await pressIn(shown, "Rename…");
  // The first message about a name that can't be typed explains the reason.
  await quickInput.waitFor(/: Name$/);
  await surfaces.check(page, "another name of a proxy", input, mark);
  await quickInput.escape();
  await visitDeletion(surfaces, shown, "a proxy that is not deleted", mark, "not deleted");
}

async function visitCredentials(surfaces: Surfaces, { mark }: HostileText): Promise<void> {
  const { page, quickInput } = surfaces.workbench;
  await surfaces.open("credentials");
  await surfaces.takeRow("the credentials", mark);
  const frame = await surfaces.seeCard("a credential", mark, (words) =>
    words.includes("Values are never shown"),
  );
  await pressIn(frame, "Edit…");
  await waitForQuestion(surfaces.workbench, "Save, or choose what to change");
  await surfaces.check(page, "changing a credential", input, mark);
  await quickInput.escape();
  await visitDeletion(surfaces, frame, "a credential that is not deleted", mark, "not deleted");
}

async function visitProviders(surfaces: Surfaces, { mark }: HostileText): Promise<void> {
  const { page, quickInput } = surfaces.workbench;
  await surfaces.open("providers");
  await surfaces.takeRow("the providers", mark);
  const frame = await surfaces.seeCard("a provider", mark, (words) => words.includes("Never shown"));
  await pressIn(frame, "Test Provider");
  const refused = await surfaces.seeCard("a test that failed", mark, (words) =>
    words.includes("Test failed"),
  );
  await pressIn(refused, "Test Provider");
  const tested = await surfaces.seeCard("a test", mark, (words) => words.includes("The token works"));
  await pressIn(tested, "Edit…");
  await waitForQuestion(surfaces.workbench, "Save, or choose what to change");
  await surfaces.check(page, "changing a provider", input, mark);
  await quickInput.escape();
  await visitDeletion(surfaces, tested, "a provider that is not deleted", mark, "not deleted");
}

async function visitDestinations(surfaces: Surfaces, { mark }: HostileText): Promise<void> {
  const { page, quickInput } = surfaces.workbench;
  await surfaces.visitTree("destinations", "the destinations", "Telemetry Destinations", mark, mark);
  await surfaces.open("destination");
  await surfaces.takeRow("the list of destinations", mark);
  const frame = await surfaces.seeCard("a destination", mark, (words) => words.includes("Endpoint"));
  await pressIn(frame, "Edit…");
  await waitForQuestion(surfaces.workbench, "Save, or choose what to change");
  await surfaces.check(page, "changing a destination", input, mark);
  await quickInput.escape();
}

/**
 * Checks a deletion that the service refuses, from the resource's page to the confirmation, which lists the dependent
 * connections.
 */
async function visitDeletion(
  surfaces: Surfaces,
  frame: Frame,
  surface: string,
  mark: string,
  title: string,
): Promise<void> {
  const { dialog, page } = surfaces.workbench;
  await pressIn(frame, "Delete…");
  await dialog.read();
  await surfaces.check(page, "the confirmation", ".monaco-dialog-box", mark);
  await dialog.press("Delete");
  await surfaces.seeCard(surface, mark, (words) => words.includes(title));
}
