import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { effectiveValue } from "../../../../../src/editor/connections/settings/settings.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { asking, full, validationText } from "../../../../support/asking.ts";
import { openInput } from "./support.ts";

beforeEach(reset);

const http = "warning: Plain http: others on the network can read what you type.";
const none = "error: Enter a web address like https://example.com/login.";

describe("the prompt for the login URL", () => {
  const chosen = { ...full, login_url: "https://example.com/in" };

  it("explains that the service finds the login page by default", () => {
    assert.deepEqual(effectiveValue("login_url", full, undefined), {
      text: "Found by the service",
      source: "default",
    });
    assert.deepEqual(effectiveValue("login_url", chosen, undefined), {
      text: "https://example.com/in",
      source: "chosen",
    });
  });

  for (const [typed, verdict, login_url] of [
    ["https://example.com/login?a=%2F&b=1#x", "", "https://example.com/login?a=%2F&b=1#x"],
    ["  https://example.com/ ", "", "https://example.com/"],
    ["https://example.com", "info: Press Enter to use https://example.com/", "https://example.com/"],
    ["http://example.com/", http, "http://example.com/"],
    [
      "HTTP://example.com",
      `warning: Press Enter to use http://example.com/. ${http.slice("warning: ".length)}`,
      "http://example.com/",
    ],
    ["example.com/login", "info: Press Enter to use https://example.com/login", "https://example.com/login"],
    ["localhost:3000", "info: Press Enter to use https://localhost:3000/", "https://localhost:3000/"],
    ["https:\\\\a.example\\x", "info: Press Enter to use https://a.example/x", "https://a.example/x"],
    [
      "https://bücher.example/ö",
      "info: Press Enter to use https://xn--bcher-kva.example/%C3%B6",
      "https://xn--bcher-kva.example/%C3%B6",
    ],
    [
      "https://example.com/$(bug)[x](command:y)",
      "info: Press Enter to use https://example.com/$⟨U+0028⟩bug)%5Bx%5D(command:y)",
      "https://example.com/$(bug)%5Bx%5D(command:y)",
    ],
    [
      "https://example.com/ä$(bug)",
      "info: Press Enter to use https://example.com/%C3%A4$⟨U+0028⟩bug)",
      "https://example.com/%C3%A4$(bug)",
    ],
  ] as const)
    it(`normalizes ${typed} and shows the resulting URL`, async (context) => {
      const { gives, input } = await openInput(asking(context), "login_url");
      input.type(typed);
      assert.equal(validationText(input), verdict);
      input.enter();
      await gives({ login_url });
    });

  for (const [invalidUrl, typed, verdict] of [
    ["a URL with an app's scheme", "app-scheme:login", none],
    ["a script URL", "javascript:alert(1)", none],
    ["a word", "login", none],
    ["a path", "/login", none],
    ["words", "the login page", none],
    ["a control character", "https://example.com/\u0007", none],
    ["two lines", "https://example.com\nhttps://example.org", none],
    [
      "a URL with a password",
      "https://me:secret@example.com/login",
      "error: Leave out the user name and password: the address is shown.",
    ],
    ["HTML", '<a href="https://example.com">in</a>', none],
    [
      "a URL of 10,000 characters",
      `https://example.com/${"x".repeat(10_000)}`,
      "error: An address has at most 8,192 characters.",
    ],
  ] as const)
    it(`rejects ${invalidUrl}`, async (context) => {
      const { goBack, input } = await openInput(asking(context), "login_url");
      input.type(typed);
      assert.equal(validationText(input), verdict);
      input.enter();
      assert.equal(input.shown, true);
      await goBack(input, typed);
    });

  it("rejects an empty URL for a new connection", async (context) => {
    const { input } = await openInput(asking(context), "login_url", chosen);
    assert.equal(input.value, "https://example.com/in");
    input.submit("");
    assert.deepEqual([input.shown, validationText(input)], [true, none]);
  });
});
