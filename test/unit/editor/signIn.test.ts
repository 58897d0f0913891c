import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { signIn } from "../../../src/editor/signIn.ts";
import { InputBox, QuickPick, reset, screen } from "../../doubles/vscode.ts";
import { office } from "./office.ts";
import type { Office } from "./office.ts";

beforeEach(reset);

describe("an address to sign in at", () => {
  /** What stands below the input once the address is typed. */
  async function said({ parts }: Office, address: string): Promise<string> {
    const signedIn = signIn({ ...parts, environment: {} });
    (await screen.next(QuickPick)).choose("Another Base URL…");
    const input = await screen.next(InputBox);
    input.type(address);
    const { validationMessage } = input;
    input.escape();
    await signedIn;
    return typeof validationMessage === "object" ? validationMessage.message : (validationMessage ?? "");
  }

  it("is text where it is repeated, whatever its path says", async (context) => {
    const words = await said(await office(context), "https://a.example/[x](command:workbench.action.quit)/");
    assert.match(words, /^Press Enter to use https:\/\/a\.example\//);
    assert.doesNotMatch(words, /\]\(/);
  });

  it("draws no icon where the environment names it", async (context) => {
    const { parts } = await office(context);
    const environment = { KERNEL_API_KEY: "sk_token_9", KERNEL_BASE_URL: "https://a.example/$(verified)" };
    const signedIn = signIn({ ...parts, environment });
    const pick = await screen.next(QuickPick);
    assert.ok(pick.rows.every(({ description = "" }) => !description.includes("$(")));
    assert.ok(pick.rows.some(({ description = "" }) => description.includes("(verified)")));
    pick.escape();
    await signedIn;
  });
});
