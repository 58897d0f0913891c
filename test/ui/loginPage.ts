import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Workbench } from "../host/workbench.ts";

/** Asked before a login is started. */
export const loginWay = "How do you want to log in?";

/** Takes "In the Browser", which is asked for, and returns the page that opens: the sandbox's, as a person sees it. */
export async function openLoginPage({ page, quickInput }: Workbench): Promise<Page> {
  const opening = page.context().waitForEvent("page");
  await quickInput.choose("In the Browser");
  const login = await opening;
  await login.goto(unproxied(login.url()));
  return login;
}

/** Fills in the fields of a login's page by their labels. */
export async function fillIn(login: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await login.getByLabel(label, { exact: true }).last().fill(value);
}

/**
 * The address that was opened. The server of the tests is one for browsers elsewhere: it leads addresses of its own
 * computer through a proxy that is not there, and decodes them on the way. In the desktop's VS Code they stay as they are.
 */
function unproxied(opened: string): string {
  const [, port = "", path = "", code = "", back = ""] =
    /\/proxy\/(\d+)(\/login\/\w+)\?code=(.*?)&success_url=(.*?)&error_url=/.exec(opened) ??
    assert.fail(opened);
  const address = new URL(`http://127.0.0.1:${port}${path}`);
  address.searchParams.set("code", decodeURIComponent(code));
  for (const name of ["success_url", "error_url"])
    address.searchParams.set(name, decodeURIComponent(back).replace("%3F", "?"));
  return address.href;
}
