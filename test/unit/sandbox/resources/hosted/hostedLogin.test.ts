// Tests the hosted login page with requests as browsers and attackers send them.
import assert from "node:assert/strict";
import { request, type IncomingHttpHeaders } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { isReturnAddress, withParameters } from "../../../../../src/sandbox/resources/hosted/sections.ts";
import { logins, type Logins } from "../../logins.ts";
import { objectOf, send } from "../../support.ts";

interface Shown {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

/** Headers that a browser sends when the user opens the link. `presses` has the headers for a button on the page. */
const opens: Headers = {
  "Sec-Fetch-Site": "none",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
};
const presses: Headers = { ...opens, "Sec-Fetch-Site": "same-origin", Origin: "null" };

function ask(
  port: number,
  method: string,
  path: string,
  form?: Readonly<Record<string, string>>,
  headers: Headers = form === undefined ? opens : presses,
): Promise<Shown> {
  const { promise, resolve, reject } = Promise.withResolvers<Shown>();
  const body = form && new URLSearchParams(form).toString();
  const content = body !== undefined && {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(body),
  };
  const sent = request(
    { host: "127.0.0.1", port, method, path, agent: false, headers: { ...content, ...headers } },
    (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

/** Returns the hidden fields of the page's last form. */
function hiddenOf({ text }: Shown): Record<string, string> {
  const form = text.slice(text.lastIndexOf("<form"));
  const matches = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(matches, ([, key = "", value = ""]) => [key, value.replaceAll("&amp;", "&")]),
  );
}

const headingOf = ({ text }: Shown): string =>
  (/<h1>(.*)<\/h1>/.exec(text.slice(text.lastIndexOf("<section>")))?.[1] ?? "").replace(/<\/?bdi>/g, "");

interface Opened extends Logins {
  readonly id: string;
  /** Path and query of the login link. */
  readonly link: string;
  readonly code: string;
}

/** Starts a login whose link isn't opened yet. */
async function started(t: TestContext, domain = "shop.example", profile = "buyer"): Promise<Opened> {
  const all = await logins(t);
  const id = await all.create(domain, { profile_name: profile });
  const { hosted_url } = objectOf((await all.login(id)).body);
  const { pathname, search, searchParams } = new URL(String(hosted_url));
  return { ...all, id, link: pathname + search, code: searchParams.get("code") ?? "" };
}

/** Presses Continue once the website asks for input. This invalidates the link. */
async function continued(opened: Opened, more: Readonly<Record<string, string>> = {}): Promise<Shown> {
  await opened.advance(1);
  return ask(opened.port, "POST", `/login/${opened.id}`, { code: opened.code, ...more });
}

const values = { "field:field_identifier": "alex", "field:field_password": "right" };

describe("the hosted login page", () => {
  it("invalidates its link when the user continues, not when the page opens", async (t) => {
    const opened = await started(t);
    for (let time = 0; time < 3; time++) {
      const shown = await ask(opened.port, "GET", opened.link);
      assert.deepEqual([shown.status, headingOf(shown)], [200, "Log in to shop.example"]);
      assert.equal(hiddenOf(shown)["code"], opened.code);
    }
    assert.equal((await continued(opened)).status, 200);
    for (const again of [await ask(opened.port, "GET", opened.link), await continued(opened)]) {
      assert.deepEqual([again.status, headingOf(again)], [410, "This link was already used"]);
    }
  });

  it("shows the login's fields, submits them and links back on success", async (t) => {
    const opened = await started(t);
    const { port, id, advance, read } = opened;
    const formPage = await continued(opened, { success_url: "vscode://a.b/back?flow=x" });
    assert.match(formPage.text, /<label for="field_password">Password<\/label>/);
    const { page = "", interaction_id = "" } = hiddenOf(formPage);
    const pending = ask(port, "POST", `/login/${id}/step`, { page, interaction_id, ...values });
    while ((await read(id))["flow_step"] !== "SUBMITTING");
    await advance(1);
    const finalPage = await pending;
    assert.equal(headingOf(finalPage), "You are logged in to shop.example");
    const back = "vscode://a.b/back?flow=x&amp;profile_name=buyer&amp;domain=shop.example";
    assert.ok(finalPage.text.includes(`<a class="go" href="${back}"`), finalPage.text);
    assert.equal((await read(id))["status"], "AUTHENTICATED");
  });

  it("keeps the user name after a wrong password, but not the password", async (t) => {
    const opened = await started(t);
    const { port, id, advance, read } = opened;
    const { page = "", interaction_id = "" } = hiddenOf(await continued(opened));
    const sent = { "field:field_identifier": `"alex`, "field:field_password": "wrong" };
    const pending = ask(port, "POST", `/login/${id}/step`, { page, interaction_id, ...sent });
    while ((await read(id))["flow_step"] !== "SUBMITTING");
    await advance(1);
    const { text } = await pending;
    assert.deepEqual(
      Array.from(text.matchAll(/name="field:(\w+)"\s+value="([^"]*)"/g), ([, name, value]) => [name, value]),
      [
        ["field_identifier", "&quot;alex"],
        ["field_password", ""],
      ],
    );
  });

  it("shows that the login failed and links to the error URL with the reason", async (t) => {
    const opened = await started(t, "captcha.example");
    const pending = ask(opened.port, "POST", `/login/${opened.id}`, {
      code: opened.code,
      error_url: "https://editor.example/back#here",
    });
    while ((await ask(opened.port, "GET", opened.link)).status !== 410);
    await opened.advance(1);
    const shown = await pending;
    assert.equal(headingOf(shown), "Not logged in");
    const query =
      "code=captcha_blocked&amp;message=The+website+asked+for+a+CAPTCHA+that+could+not+be+solved.";
    assert.ok(shown.text.includes(`https://editor.example/back?${query}#here`), shown.text);
  });

  it("replies 410 to used or expired links and 404 to unknown ones", async (t) => {
    const spent = await started(t, "link-used.example");
    assert.equal((await ask(spent.port, "GET", spent.link)).status, 410);
    const expiring = await started(t);
    for (const path of [`/login/${expiring.id}?code=x`, `/login/${expiring.id}`, "/login/ma_none?code=x"]) {
      assert.equal((await ask(expiring.port, "GET", path)).status, 404, path);
    }
    await expiring.advance(1200);
    assert.equal((await ask(expiring.port, "GET", expiring.link)).status, 410);
  });

  it("has no scripts or cookies, can't be framed and sends no referrer", async (t) => {
    const opened = await started(t);
    for (const shown of [await ask(opened.port, "GET", opened.link), await continued(opened)]) {
      const { headers, text } = shown;
      const policy = String(headers["content-security-policy"]);
      for (const part of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
      ])
        assert.ok(policy.includes(part), part);
      assert.doesNotMatch(policy, /unsafe|script-src/);
      assert.doesNotMatch(text, /<script|\son\w+=|style="/i);
      assert.equal(headers["set-cookie"], undefined);
      assert.equal(headers["referrer-policy"], "no-referrer");
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(headers["content-type"], "text/html; charset=utf-8");
    }
  });

  it("escapes HTML in profile names", async (t) => {
    const profile = `"><script>alert(1)</script><img src=x onerror='a&b'>`;
    const opened = await started(t, "shop.example", profile);
    const { text } = await ask(opened.port, "GET", opened.link);
    assert.doesNotMatch(text, /<script|<img/);
    const escaped =
      "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;a&amp;b&#39;&gt;";
    assert.ok(text.includes(escaped), text);
  });
});

describe("a request to the hosted login page", () => {
  it("is refused if the page secret is missing or belongs to another login", async (t) => {
    const opened = await started(t);
    const { port, id, create, login, advance, read } = opened;
    const { page = "", interaction_id = "" } = hiddenOf(await continued(opened));
    const other = await create("other.example");
    await login(other);
    await advance(1);
    for (const [on, form] of [
      [id, { interaction_id, ...values }],
      [id, { page: "", interaction_id, ...values }],
      [id, { page: `${page}x`, interaction_id, ...values }],
      [other, { page, interaction_id: String((await read(other))["interaction_id"]), ...values }],
    ] as const) {
      assert.equal((await ask(port, "POST", `/login/${on}/step`, form)).status, 403);
      assert.equal((await read(on))["flow_step"], "AWAITING_INPUT");
    }
  });

  it("submits nothing after a newer login has replaced the page's login", async (t) => {
    const opened = await started(t);
    const { port, id, login, advance, read } = opened;
    const { page = "" } = hiddenOf(await continued(opened));
    await login(id);
    await advance(1);
    const interaction_id = String((await read(id))["interaction_id"]);
    const shown = await ask(port, "POST", `/login/${id}/step`, { page, interaction_id, ...values });
    assert.equal(headingOf(shown), "Not logged in");
    assert.match(shown.text, /Another login replaced this one/);
    assert.equal((await read(id))["flow_step"], "AWAITING_INPUT");
  });

  it("gets the current form, without submitting its values, if its form is outdated", async (t) => {
    const opened = await started(t);
    const { port, id, read } = opened;
    const { page = "" } = hiddenOf(await continued(opened));
    const old = await ask(port, "POST", `/login/${id}/step`, { page, interaction_id: "mai_old", ...values });
    assert.match(old.text, /The website now asks for something else/);
    assert.equal((await read(id))["flow_step"], "AWAITING_INPUT");
  });

  const own = "http://127.0.0.1:PORT";
  for (const [source, method, headers] of [
    ["a link on another site", "GET", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" }],
    ["a page of another port", "GET", { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate" }],
    [
      "a script of another site",
      "GET",
      { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-User": "?1" },
    ],
    ["a frame", "GET", { ...opens, "Sec-Fetch-Dest": "iframe" }],
    [
      "a frame that the user clicked",
      "GET",
      { ...opens, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-User": "?1", "Sec-Fetch-Dest": "iframe" },
    ],
    ["an image", "GET", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" }],
    ["a request with another origin", "GET", { Origin: "https://evil.example" }],
    ["a request to another host name", "GET", { ...opens, Host: "evil.example" }],
    [
      "a form of another site",
      "POST",
      { ...presses, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-User": "?1" },
    ],
    [
      "a form that the user submitted on another site, without an origin",
      "POST",
      { ...opens, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" },
    ],
    ["a form of another port", "POST", { ...presses, "Sec-Fetch-Site": "same-site" }],
    ["a form of another origin", "POST", { Origin: "https://evil.example" }],
    ["a form with a null origin", "POST", { Origin: "null" }],
    ["a preflight", "OPTIONS", { Origin: "https://evil.example" }],
    ["a request with another method", "DELETE", opens],
  ] as const)
    it(`is refused from ${source}, and the login link stays valid`, async (t) => {
      const { port, id, link, code } = await started(t);
      const form = method === "POST" ? { code } : undefined;
      const { status } = await ask(port, method, method === "POST" ? `/login/${id}` : link, form, headers);
      assert.equal(status, method === "DELETE" ? 401 : 403);
      assert.equal((await ask(port, "GET", link)).status, 200, "the link was not used up");
    });

  for (const [source, headers] of [
    [
      "a link that the user clicked on another site",
      {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-User": "?1",
        "Sec-Fetch-Dest": "document",
      },
    ],
    ["a program without browser headers", {}],
    ["the page's own origin under the name localhost", { Host: "localhost:PORT", ...opens }],
  ] as const)
    it(`is accepted from ${source}`, async (t) => {
      const { port, link } = await started(t);
      const sentHeaders: Record<string, string> = {};
      for (const [key, value] of Object.entries(headers))
        sentHeaders[key] = value.replace("PORT", String(port));
      assert.equal((await ask(port, "GET", link, undefined, sentHeaders)).status, 200);
    });

  it("is accepted only as a same-origin form of at most 64 KiB", async (t) => {
    const { port, id, code } = await started(t);
    const headers = { Origin: own.replace("PORT", String(port)) };
    const path = `/login/${id}`;
    assert.equal((await ask(port, "POST", path, { code, more: "x".repeat(65_536) }, headers)).status, 413);
    const json = await ask(port, "POST", path, { code }, { ...headers, "Content-Type": "application/json" });
    assert.equal(json.status, 415);
    assert.equal((await ask(port, "POST", path, { code: "x" }, headers)).status, 404);
  });

  it("is refused if a browser sends it to another path of the sandbox", async (t) => {
    const { port, id } = await started(t);
    for (const path of [`/auth/connections/${id}`, "/org/limits", "/sandbox/plan", "/login", "/"]) {
      const { status } = await ask(port, "GET", path, undefined, {
        ...opens,
        "Sec-Fetch-Site": "same-origin",
      });
      assert.equal(status, 403, path);
    }
    assert.equal((await send(port, { method: "GET", path: "/org/limits", token: null })).status, 401);
  });
});

describe("the hosted page's return URL", () => {
  for (const address of [
    "http://127.0.0.1:8080/callback?vscode-reqid=1",
    "https://editor.example/back",
    "vscode://publisher.name/logged-in?windowId=1&flow=a%2Fb",
    "vscode-insiders://publisher.name/",
    "cursor://publisher.name/x",
  ])
    it(`is accepted: ${address}`, () => assert.ok(isReturnAddress(address)));

  for (const address of [
    "javascript:alert(1)",
    "JavaScript://editor.example/%0aalert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "blob:http://127.0.0.1/x",
    "vbscript:msgbox",
    "ms-settings://x/",
    "ssh://host/",
    "vscode:no-host",
    "https://user@editor.example/",
    "//editor.example/",
    "/back",
    "",
  ])
    it(`is refused: ${address}`, () => assert.ok(!isReturnAddress(address)));

  it("is refused if the URL has more than 8000 characters", () =>
    assert.ok(!isReturnAddress(`https://editor.example/${"x".repeat(8000)}`)));

  it("is checked before the login link is invalidated", async (t) => {
    const { port, link, id, code } = await started(t);
    for (const key of ["success_url", "error_url"]) {
      const query = `&${key}=${encodeURIComponent("javascript:alert(1)")}`;
      const shown = await ask(port, "GET", link + query);
      assert.deepEqual([shown.status, headingOf(shown)], [400, "This link is invalid"]);
      assert.doesNotMatch(shown.text, /javascript/);
      assert.equal(
        (await ask(port, "POST", `/login/${id}`, { code, [key]: "javascript:alert(1)" })).status,
        400,
      );
    }
    assert.equal((await ask(port, "GET", link)).status, 200);
  });

  it("is kept unchanged except for added parameters", () => {
    assert.equal(
      withParameters("vscode://a.b/c?x=%2F%20y", { code: "a b" }),
      "vscode://a.b/c?x=%2F%20y&code=a+b",
    );
    assert.equal(withParameters("https://a.example/#x", { code: "&" }), "https://a.example/?code=%26#x");
  });
});
