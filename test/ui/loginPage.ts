import type { Page } from "playwright-core";
import type { Workbench } from "../host/workbench.ts";

/** Question before a login starts. */
export const loginQuestion = "Choose how to log in";

/** Chooses "In the Browser" and returns the sandbox's login page that opens. */
export async function openLoginPage({ page, quickInput }: Workbench): Promise<Page> {
  const opening = page.context().waitForEvent("page");
  await quickInput.choose("In the Browser");
  const login = await opening;
  // The page opens empty and navigates afterwards.
  await login.waitForURL(({ protocol }) => protocol !== "about:");
  // If the browser lost the user activation, the page shows a link instead.
  const link = login.getByRole("link", { name: "Open the login page" });
  if (await link.isVisible()) await link.click();
  return login;
}

/** Fills in the fields of a login's page by their labels. */
export async function fillIn(login: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await login.getByLabel(label, { exact: true }).last().fill(value);
}
