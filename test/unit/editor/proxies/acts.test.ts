// Renaming, checking and deleting a proxy.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { checkProxyCommand, checkProxyWithin } from "../../../../src/editor/proxies/check.ts";
import { deleteProxyCommand } from "../../../../src/editor/proxies/delete.ts";
import { renameProxyCommand } from "../../../../src/editor/proxies/rename.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { mentioned, Message, Progress, reset, screen } from "../../../doubles/vscode.ts";
import { said } from "../../../support/asking.ts";
import { origin } from "../../../support/workplace.ts";
import { next } from "../../../support/scene.ts";
import { own, paris, scene, through } from "./scene.ts";

beforeEach(reset);

describe("renaming a proxy", () => {
  const rename = "PATCH /proxies/proxy_1";

  it("begins with its name, sends the other one trimmed, and shows the page", async (context) => {
    const at = await scene(context);
    const renaming = renameProxyCommand(at.parts, "proxy_1");
    const input = await at.input();
    assert.equal(input.value, "paris");
    input.type(" lyon ");
    input.enter();
    const call = await at.wire.next(rename);
    assert.deepEqual(call.body, { name: "lyon" });
    call.answer(200, { ...paris, name: "lyon" });
    await renaming;
    assert.equal(at.result().card.title, "lyon");
    assert.deepEqual(mentioned, ["Proxy renamed"]);
  });

  it("is done where the answer has neither id nor name", async (context) => {
    const at = await scene(context);
    const renaming = renameProxyCommand(at.parts, "proxy_1");
    await at.type("lyon");
    (await at.wire.next(rename)).answer(200, { type: "datacenter" });
    await renaming;
    assert.equal(at.result().card.title, "lyon");
    assert.match(cardText(at.result().card), /France[^]*proxy_1/);
    assert.equal(at.wire.count(rename), 1);
  });

  for (const [what, text, verdict] of [
    ["is needed", " ", /^error/],
    ["may be one letter", "a", /^$/],
    ["may be 255 letters", "n".repeat(255), /^$/],
    ["may not be 256 letters", "n".repeat(256), /^error/],
    ["has no line break", "a\nb", /^error/],
  ] as const) {
    it(`says at the input that a name ${what}`, async (context) => {
      const at = await scene(context);
      const renaming = renameProxyCommand(at.parts, "proxy_1");
      const input = await at.input();
      input.type(text);
      assert.match(said(input), verdict);
      input.escape();
      await renaming;
      assert.equal(at.wire.count(rename), 0);
    });
  }

  it("says which connections choose it by its name", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /auth/connections", 200, [
      through({ name: "paris" }, "ma_2", "shop.example"),
      through({ id: "proxy_1" }),
    ]);
    const renaming = renameProxyCommand(at.parts, "proxy_1");
    const input = await at.input();
    assert.match(input.prompt ?? "", /shop\.example.* will find it no more/);
    assert.doesNotMatch(input.prompt ?? "", /bank\.example/);
    input.escape();
    await renaming;
  });

  it("says at the input why it was refused, and keeps what was typed", async (context) => {
    const at = await scene(context);
    const renaming = renameProxyCommand(at.parts, "proxy_1");
    await at.type("lyon");
    (await at.wire.next(rename)).answer(400, { code: "bad_request", message: "name: no cities." });
    const again = await at.input();
    assert.equal(again.value, "lyon");
    assert.match(said(again), /^error: .*name: no cities/);
    again.type("rhone");
    again.enter();
    (await at.wire.next(rename)).answer(200, { ...paris, name: "rhone" });
    await renaming;
    assert.equal(at.wire.count(rename), 2);
  });

  it("reads what it is called where the answer is lost, and sends nothing again", async (context) => {
    for (const [name, titles] of [
      ["lyon", ["lyon"]],
      ["paris", []],
    ] as const) {
      reset();
      const at = await scene(context);
      const renaming = renameProxyCommand(at.parts, "proxy_1");
      await at.type("lyon");
      const call = await at.wire.next(rename);
      at.wire.serve("GET /proxies/proxy_1", 200, { ...paris, name });
      call.fail("ECONNRESET");
      await renaming;
      assert.deepEqual(
        at.shown.map(({ card }) => card.title),
        titles,
      );
      if (titles.length === 0)
        assert.match((await next(Message)).text, /^Not sure whether the proxy was renamed/);
      assert.equal(at.wire.count(rename), 1);
      context.mock.restoreAll();
    }
  });
});

describe("checking a proxy", () => {
  const check = "POST /proxies/proxy_1/check";

  it("asks what to reach, with the websites of connections that use it", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /auth/connections", 200, [
      through({ id: "proxy_1" }),
      through({ id: "proxy_1" }, "ma_2"),
    ]);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1" });
    const list = await at.list();
    assert.deepEqual(
      list.rows.map(({ label }) => label),
      ["The Proxy Alone", "bank.example", "Another Website…"],
    );
    list.choose("Another Website…");
    const site = await at.input();
    for (const wrong of ["", "localhost", "http://10.0.0.1", "ftp://a.example", "a b"]) {
      site.type(wrong);
      site.enter();
      assert.match(said(site), /^error/, wrong);
    }
    site.press("Back");
    await at.choose("bank.example");
    const call = await at.wire.next(check);
    assert.deepEqual(call.body, { url: "https://bank.example" });
    call.answer(200, paris);
    await checking;
    assert.equal(at.result().card.title, "bank.example is reached through paris");
  });

  it("is told by an answer without id and name", async (context) => {
    const at = await scene(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    (await at.wire.next(check)).answer(200, { type: "datacenter", status: "available" });
    await checking;
    assert.equal(at.result().card.title, "paris works");
    assert.match(cardText(at.result().card), /proxy_1/);
  });

  it("sends no address for the proxy alone", async (context) => {
    const at = await scene(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    const call = await at.wire.next(check);
    assert.deepEqual(call.body, {});
    call.answer(200, paris);
    await checking;
    assert.equal(at.result().card.title, "paris works");
  });

  for (const [type, words] of [
    ["datacenter", /does not prove that a login there succeeds/],
    ["isp", /does not prove that a login there succeeds/],
    ["custom", /does not prove that a login there succeeds/],
    ["residential", /Each connection leaves from another address/],
    ["mobile", /Each connection leaves from another address/],
  ] as const) {
    it(`says what it proves of a proxy that is ${type}`, async (context) => {
      const at = await scene(context);
      at.wire.serve("GET /proxies/proxy_1", 200, { ...paris, type });
      const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "bank.example" });
      (await at.wire.next(check)).answer(200, { ...paris, type });
      await checking;
      assert.match(at.result().card.summary.join(" "), words);
    });
  }

  for (const [what, proxy, title] of [
    ["is not reached", { ...paris, status: "unavailable" }, "bank.example is not reached through paris"],
    ["ends in other words", { ...paris, status: "degraded" }, "paris was checked"],
    ["tells nothing", { id: "proxy_1" }, "bank.example is reached through paris"],
  ] as const) {
    it(`says so where it ${what}`, async (context) => {
      const at = await scene(context);
      const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "bank.example" });
      (await at.wire.next(check)).answer(200, proxy);
      await checking;
      assert.equal(at.result().card.title, what === "tells nothing" ? "paris was checked" : title);
    });
  }

  it("takes a check that could not be run for no failure of the proxy", async (context) => {
    const at = await scene(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    (await at.wire.next(check)).answer(422, { code: "check_failed", message: "No browser is free." });
    await checking;
    const { card } = at.result();
    assert.deepEqual(
      [card.title, card.head],
      ["The check could not be run", { kind: "verdict", tone: "warning" }],
    );
    assert.match(cardText(card), /This says nothing of the proxy[^]*No browser is free/);
    assert.equal(at.wire.count(check), 1);
  });

  it("never sends one again whose answer is lost", async (context) => {
    const at = await scene(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    (await at.wire.next(check)).fail("ECONNRESET");
    await checking;
    assert.equal(at.result().card.title, "Not known how the check ended");
    assert.equal(at.wire.count(check), 1);
  });

  it("can be called off while it runs, which is said in passing", async (context) => {
    const at = await scene(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    const call = await at.wire.next(check);
    (await screen.next(Progress)).cancelled.fire();
    await checking;
    assert.equal(call.signal.aborted, true);
    assert.deepEqual([at.shown, mentioned], [[], ["Check canceled"]]);
  });

  for (const [what, status, body, words, state] of [
    ["is reached", 200, paris, /^bank\.example is reached through paris\. The website answered/, "available"],
    [
      "is not",
      200,
      { ...paris, status: "unavailable" },
      /^bank\.example is not reached through paris\./,
      "unavailable",
    ],
    [
      "could not be tried",
      422,
      { code: "x", message: "No." },
      /^The check could not be run\. This says nothing/,
      undefined,
    ],
    ["was refused", 403, { code: "insufficient_plan", message: "No." }, /^Proxy not checked\./, undefined],
  ] as const) {
    it(`says to another question that the website ${what}`, async (context) => {
      const at = await scene(context);
      const { signal } = new AbortController();
      const checking = checkProxyWithin(at.access, { ...paris, status: "humming" }, "bank.example", signal);
      (await at.wire.next(check)).answer(status, body);
      const end = await checking;
      assert.match(end?.words ?? "", words);
      assert.equal(end?.proxy?.status, state);
    });
  }

  it("says nothing to another question that called it off", async (context) => {
    const at = await scene(context);
    const stop = new AbortController();
    const checking = checkProxyWithin(at.access, paris, "", stop.signal);
    await at.wire.next(check);
    stop.abort();
    assert.equal(await checking, undefined);
  });

  it("works as the account that it was asked for, whoever is worked as by then", async (context) => {
    const at = await scene(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1" });
    const list = await at.list();
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    list.choose("The Proxy Alone");
    const call = await at.wire.next(check);
    assert.equal(call.token, "sk_token_1");
    call.answer(200, paris);
    await checking;
  });
});

describe("deleting a proxy", () => {
  const remove = "DELETE /proxies/proxy_1";

  it("names what goes and what uses it, and deletes it once by its ID", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /auth/connections", 200, [through({ id: "proxy_1" })]);
    const deleting = deleteProxyCommand(at.parts, "proxy_1");
    const dialog = await next(Message);
    assert.equal(dialog.text, 'Delete proxy "paris"?');
    assert.match(
      dialog.options.detail ?? "",
      /while connections use it[^]*bank\.example[^]*ma_1[^]*proxy_1 · Team/,
    );
    dialog.choose("Delete");
    (await at.wire.next(remove)).answer(204, undefined);
    await deleting;
    const { card, quiet } = at.result();
    assert.deepEqual([card.title, quiet], ["Proxy deleted", true]);
    assert.equal(at.wire.count(remove), 1);
  });

  it("deletes nothing without consent", async (context) => {
    const at = await scene(context);
    const deleting = deleteProxyCommand(at.parts, "proxy_1");
    const dialog = await next(Message);
    assert.match(dialog.options.detail ?? "", /No connection uses it/);
    dialog.choose(undefined);
    await deleting;
    assert.deepEqual([at.shown, at.wire.count(remove)], [[], 0]);
  });

  it("names what holds it where the service refuses, and what leads there", async (context) => {
    const at = await scene(context);
    const deleting = deleteProxyCommand(at.parts, "proxy_1");
    (await next(Message)).choose("Delete");
    const call = await at.wire.next(remove);
    // It is chosen meanwhile.
    at.wire.serve("GET /auth/connections", 200, [through({ id: "proxy_1" }, "ma_7", "late.example")]);
    call.answer(400, { code: "resource_in_use", message: "An auth connection refers to the proxy: ma_7." });
    await deleting;
    const { card } = at.result();
    assert.deepEqual([card.title, card.head], ["Proxy not deleted", { kind: "verdict", tone: "warning" }]);
    assert.match(cardText(card), /refers to the proxy: ma_7[^]*late\.example/);
    const table = card.blocks.find((block) => block.kind === "table");
    assert.deepEqual(table?.rows[0]?.actions?.[0]?.press, {
      does: "run",
      command: "managedAuth.showConnection",
      told: { id: "ma_7" },
    });
    assert.equal(at.wire.count(remove), 1);
  });

  for (const [what, status, body, title] of [
    ["is gone", 404, { code: "not_found", message: "No." }, "Proxy not deleted"],
    ["may not be deleted by this token", 403, { code: "forbidden", message: "No." }, "Proxy not deleted"],
    ["is deleted later", 202, {}, "Deletion accepted"],
  ] as const) {
    it(`says so where it ${what}`, async (context) => {
      const at = await scene(context);
      const deleting = deleteProxyCommand(at.parts, "proxy_1");
      (await next(Message)).choose("Delete");
      (await at.wire.next(remove)).answer(status, body);
      await deleting;
      assert.equal(at.result().card.title, title);
    });
  }

  it("shows why, and asks nothing, where it cannot be read", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /proxies/proxy_1", 403, { code: "insufficient_plan", message: "No." });
    await deleteProxyCommand(at.parts, "proxy_1");
    assert.equal(at.result().card.title, "Proxy not read");
    assert.deepEqual(
      screen.rest.filter((one) => one instanceof Message),
      [],
    );
    assert.equal(own.type, "custom");
  });
});
