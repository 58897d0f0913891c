import type { Page } from "playwright-core";
import type { Workbench } from "../host/workbench.ts";

/** Asked before a login is started. */
export const loginWay = "Choose how to log in";

/** Takes "In the Browser", which is asked for, and returns the page that opens: the sandbox's, as a person sees it. */
export async function openLoginPage({ page, quickInput }: Workbench): Promise<Page> {
  const opening = page.context().waitForEvent("page");
  await quickInput.choose("In the Browser");
  const login = await opening;
  // It is opened empty, and led there in the next moment.
  await login.waitForURL(({ protocol }) => protocol !== "about:");
  // Where the browser does not know any more that a person has opened it.
  const link = login.getByRole("link", { name: "Open the login page" });
  if (await link.isVisible()) await link.click();
  return login;
}

/** Fills in the fields of a login's page by their labels. */
export async function fillIn(login: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await login.getByLabel(label, { exact: true }).last().fill(value);
}
