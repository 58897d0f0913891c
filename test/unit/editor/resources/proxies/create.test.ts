import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { maxCaBundleLength } from "../../../../../src/api/proxyRequests.ts";
import { createResource, createWithin } from "../../../../../src/editor/resourceEngine/create.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { FileDialog, Message, reset, workspace } from "../../../../doubles/vscode.ts";
import { certificate } from "../../../../support/certificate.ts";
import { validationText } from "../../../../support/asking.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";
import { customProxy, paris, setUpProxies as place, type Scene } from "./scene.ts";
import { labelsOf } from "../../../../support/rows.ts";

beforeEach(reset);

const secret = "s3cret-password";
const create = "POST /proxies";
const send = "$(add) Create Proxy";
const frame = { title: "Create Connection", back: true };

async function setUpCreation(context: TestContext) {
  const at = await place(context);
  const bundle = join(at.directory, "ca.pem");
  writeFileSync(bundle, certificate);
  return { ...at, bundle };
}

/** Opens the scene and starts the command. */
async function startCreate(context: TestContext) {
  const at = await setUpCreation(context);
  return { ...at, creating: at.leaving(createResource(at.resource, at.parts)) };
}

/** Answers every question about a custom proxy, up to the review. */
async function answerOwn(at: Scene & { readonly bundle: string }): Promise<void> {
  await at.choose("Custom");
  await at.type("proxy.corp.example", "3128");
  await at.choose("HTTPS");
  await at.type("browser");
  const password = await at.type(secret);
  assert.equal(password.password, true);
  await at.choose("$(folder-opened) Choose a File…");
  (await nextShown(FileDialog)).choose(at.bundle);
  await at.choose("ca.pem");
  await at.type("intranet.example, *.corp.example intranet.example", "mine");
}

/** Answers every question about a residential proxy in the US, up to the review. */
async function answerResidential(at: Scene): Promise<void> {
  await at.choose("Residential", "United States", "$(check) Continue");
  await at.type("", "bay");
}

describe("Create Proxy", () => {
  it("asks for each proxy type's settings and omits empty answers from the request", async (context) => {
    for (const [label, countries, body] of [
      ["Datacenter", ["Service default"], { type: "datacenter" }],
      ["ISP", ["Germany"], { type: "isp", config: { country: "DE" } }],
      ["Residential", ["Any Country"], { type: "residential" }],
      ["Mobile", ["France", "$(check) Continue"], { type: "mobile", config: { country: "FR" } }],
    ] as const) {
      reset();
      const at = await startCreate(context);
      await at.choose(label, ...countries);
      await at.type("", "");
      await at.choose(send);
      await at.wire.expect(create, body, 201, paris);
      await at.creating;
      context.mock.restoreAll();
    }
  });

  it("offers only ISP countries after the user changes the type to ISP", async (context) => {
    const at = await startCreate(context);
    await at.choose("Datacenter", "Japan");
    (await at.input()).press("Back");
    (await at.list()).press("Back");
    const types = await at.list();
    assert.match(types.rows.find(({ label }) => label === "ISP")?.detail ?? "", /stays the same/);
    types.choose("ISP");
    const countries = await at.list();
    assert.equal(
      labelsOf(countries.rows).join(),
      "Service default,France,Germany,Singapore,United Kingdom,United States",
    );
  });

  it("skips the password and certificate prompts for an HTTP proxy without a user name", async (context) => {
    const at = await startCreate(context);
    await at.choose("Custom");
    await at.type("192.0.2.1", "80");
    await at.choose("HTTP");
    await at.type("", "");
    const name = await at.input();
    assert.equal(name.value, "custom");
    name.enter();
    await at.choose(send);
    const config = { host: "192.0.2.1", port: 80 };
    await at.wire.expect(
      create,
      { type: "custom", name: "custom", protocol: "http", config },
      201,
      customProxy,
    );
    await at.creating;
  });

  it("offers only compatible location fields and lets the user remove them", async (context) => {
    const at = await startCreate(context);
    await at.choose("Residential", "United States");
    const all = await at.list();
    assert.deepEqual(labelsOf(all.rows), ["$(check) Continue", "State…", "City…", "ZIP code…", "Network…"]);
    all.choose("ZIP code…");
    await at.type("94103");
    const zip = await at.list();
    assert.deepEqual(labelsOf(zip.rows), ["$(check) Continue", "ZIP code…", "Network…"]);
    assert.match(zip.prompt ?? "", /Don't combine a ZIP code or network/);
    zip.pressOn("ZIP code…", "Remove");
    await at.choose("City…");
    const city = await at.input();
    city.submit("San Francisco");
    assert.match(validationText(city), /^error: Leave out spaces/);
    city.submit("SanFrancisco");
    await at.choose("State…");
    await at.type("ca");
    const both = await at.list();
    assert.equal(both.rows[0]?.description, "sanfrancisco, CA");
    both.choose("$(check) Continue");
    await at.type("", "bay");
    await at.choose(send);
    const config = { country: "US", state: "CA", city: "sanfrancisco" };
    await at.wire.expect(create, { type: "residential", name: "bay", config }, 201, paris);
    assert.deepEqual(
      at.titles,
      ["Type", "Country", "Place", "Bypasses the proxy", "Name", "Review"].map(
        (subject) => `Create Proxy: ${subject}`,
      ),
    );
    await at.creating;
  });

  it("lets the user change the type in the review and restores the type on Back", async (context) => {
    const at = await startCreate(context);
    await answerResidential(at);
    await at.choose("Type", "Custom");
    (await at.input()).press("Back");
    const review = await at.list();
    assert.equal(review.rows.find(({ label }) => label === "Type")?.description, "Residential");
    review.choose("Type");
    await at.choose("Mobile");
    // The country is prompted again because countries depend on the type, and places on the country.
    await at.choose("United States", "$(check) Continue");
    const other = await at.list();
    assert.equal(other.rows.find(({ label }) => label === "Type")?.description, "Mobile");
    // The edited row is active, so that a second Enter doesn't send.
    assert.equal(other.activeItems[0]?.label, "Type");
    assert.equal(at.wire.count(create), 0);
  });

  it("drops the password if the user name is removed", async (context) => {
    const at = await startCreate(context);
    await answerOwn(at);
    await at.choose("User");
    await at.type("");
    const review = await at.list();
    assert.ok(!review.rows.some(({ label }) => label === "Password"));
    review.choose(send);
    const call = await at.wire.next(create);
    assert.doesNotMatch(JSON.stringify(call.body), /password/);
    call.answer(201, customProxy);
    await at.creating;
  });

  it("rejects an invalid certificate file without showing its content", async (context) => {
    const at = await startCreate(context);
    const key = `-----BEGIN PRIVATE KEY-----\nk3y-material\n-----END PRIVATE KEY-----\n`;
    const files: readonly (readonly [string, string, RegExp])[] = [
      ["key.pem", certificate + key, /key\.pem\. The file contains a private key/],
      ["text.pem", "k3y-material", /text\.pem\. The file must contain PEM/],
      ["broken.pem", certificate.replace("MII", "MIJ"), /can't be read/],
      ["empty.pem", "", /The file is empty/],
      ["film.pem", "x".repeat(500_001), /more than 500,000 characters/],
    ];
    await at.choose("Custom");
    await at.type("proxy.corp.example", "3128");
    await at.choose("HTTPS");
    await at.type("");
    for (const [name, text] of files) writeFileSync(join(at.directory, name), text);
    for (const [name, , words] of files) {
      await at.choose("$(folder-opened) Choose a File…");
      (await nextShown(FileDialog)).choose(join(at.directory, name));
      const again = await at.list();
      assert.match(again.prompt ?? "", words);
      assert.deepEqual(again.rows.length, 2);
      again.choose("$(folder-opened) Choose a File…");
      (await nextShown(FileDialog)).choose(join(at.directory, "nowhere.pem"));
      const unread = await at.list();
      assert.match(unread.prompt ?? "", /Can't use nowhere\.pem\. The file can't be read/);
      unread.choose("$(folder-opened) Choose a File…");
      // The user cancels the file dialog.
      (await nextShown(FileDialog)).choose();
    }
    await at.list();
    await at.assertNowhere("k3y-material");
  });

  it("doesn't read a file that exceeds the certificate size limit", async (context) => {
    const at = await startCreate(context);
    const read = context.mock.method(workspace.fs, "readFile");
    await at.choose("Custom");
    await at.type("proxy.corp.example", "3128");
    await at.choose("HTTPS");
    await at.type("");
    let prompt = await at.list();
    for (const [size, words, reads] of [
      [maxCaBundleLength + 1, /more than 500,000 characters/, 0],
      [maxCaBundleLength, /must contain PEM certificates/, 1],
    ] as const) {
      const file = join(at.directory, "film.pem");
      writeFileSync(file, "x".repeat(size));
      prompt.choose("$(folder-opened) Choose a File…");
      (await nextShown(FileDialog)).choose(file);
      prompt = await at.list();
      assert.match(prompt.prompt ?? "", words);
      assert.equal(read.mock.callCount(), reads);
    }
  });
});

describe("Create Proxy after a response without an ID", () => {
  const answers = async (at: Scene): Promise<void> => {
    await at.choose("ISP", "Germany");
    await at.type("", "berlin");
    await at.choose(send);
    (await at.wire.next(create)).answer(201, { type: "isp", name: "berlin" });
  };

  it("shows a result page with a link to the list of proxies", async (context) => {
    const at = await startCreate(context);
    await answers(at);
    await at.creating;
    const { card } = at.result();
    assert.equal(card.title, "berlin created");
    assert.equal(card.actions.next?.label, "Show Proxies…");
    assert.doesNotMatch(cardText(card), /ID/);
    assert.equal(at.wire.count(create), 1);
  });

  it("asks the user to choose the new proxy from the list", async (context) => {
    const at = await setUpCreation(context);
    const creating = createWithin(at.resource, at.parts, at.access, frame, {});
    await answers(at);
    assert.equal(await creating, undefined);
    const message = await nextShown(Message);
    assert.equal(message.text, "Created. Choose the new entry from the list.");
    message.choose(undefined);
    assert.equal(at.result().card.title, "berlin created");
  });
});
