import assert from "node:assert/strict";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CrossWindowLock } from "../../../../src/storage/crossWindowLock.ts";
import { untilTrue } from "../../../support/diskClock.ts";
import { hour, minute, openWindows, offline, otherAccount, team } from "./windowsOf.ts";

describe("ConnectionWatcher with fifty connections for a day", () => {
  it("reports each logout only once and respects the poll rate", async (t) => {
    const { openWindow, pass, service, settle } = await openWindows(t, 50);
    const window = await openWindow();
    await window.watched.pin(team.id, [...service.rows.keys()]);
    await settle();
    // No other window checks this window's heartbeat.
    await pass(30 * minute);
    service.setStatus("ma_1", "NEEDS_AUTH");
    await pass(10.5 * hour);
    for (let n = 10; n < 20; n++) service.setStatus(`ma_${n}`, "NEEDS_AUTH");
    await pass(13 * hour);
    assert.deepEqual(
      window.reports.map((one) => one.length),
      [1, 10],
    );
    // At most twelve polls in the first hour and two in each later hour.
    assert.ok(service.requests.length <= 1 + 12 + 2 * 23, `${service.requests.length}`);
    assert.ok(service.requests.length >= 40, `${service.requests.length}`);
    assert.deepEqual(window.faults, []);
  });
});

describe("a watched connection", () => {
  it("is polled every minute, or every five minutes in a hidden window", async (t) => {
    const { openWatching, pass, service, settle } = await openWindows(t);
    const window = await openWatching("ma_0");
    await untilTrue(() => service.requests.length === 1);
    await pass(5 * minute);
    assert.ok(service.requests.length >= 5 && service.requests.length <= 6, `${service.requests.length}`);
    window.setVisible(false);
    await settle();
    const before = service.requests.length;
    await pass(10 * minute);
    const more = service.requests.length - before;
    assert.ok(more >= 1 && more <= 2, `${more}`);
  });

  it("is reported once for each logout", async (t) => {
    const { openWatching, pass, service } = await openWindows(t);
    const window = await openWatching("ma_0");
    for (const status of ["AUTHENTICATED", "NEEDS_AUTH", "NEEDS_AUTH", "AUTHENTICATED", "NEEDS_AUTH"]) {
      service.setStatus("ma_0", status);
      await pass(2 * minute);
    }
    assert.deepEqual(window.reports, [["ma_0"], ["ma_0"]]);
  });

  it("is reported only once per logout by two windows that poll simultaneously", async (t) => {
    const { openUnseen, openWindow, pass, service, settle } = await openWindows(t);
    const windows = [await openWindow(), await openUnseen()];
    await windows[0]?.watched.pin(team.id, ["ma_0"]);
    for (const { watched } of windows) await watched.reload();
    for (const one of windows) one.setVisible(true);
    await settle();
    const reportCount = (): number => windows.flatMap((one) => one.reports).length;
    for (const times of [1, 2]) {
      service.setStatus("ma_0", "AUTHENTICATED");
      await pass(3 * minute);
      service.setStatus("ma_0", "NEEDS_AUTH");
      const { promise, resolve } = Promise.withResolvers<undefined>();
      service.held = promise;
      const before = service.requests.length;
      for (let tries = 10; tries > 0 && service.requests.length < before + 2; tries--) await pass(minute);
      assert.equal(service.requests.length, before + 2, "both read");
      resolve(undefined);
      service.held = undefined;
      await settle();
      await pass(3 * minute);
      assert.equal(reportCount(), times);
    }
    assert.deepEqual(
      windows.flatMap(({ faults }) => faults),
      [],
    );
  });

  it("isn't reported as logged out during a login or before the first successful login", async (t) => {
    const { openWatching, pass, service } = await openWindows(t);
    service.setStatus("ma_1", "NEEDS_AUTH");
    const window = await openWatching("ma_0", "ma_1");
    await pass(minute);
    service.setStatus("ma_0", "NEEDS_AUTH", { flow_status: "IN_PROGRESS", flow_type: "REAUTH" });
    await pass(3 * minute);
    service.setStatus("ma_0", "AUTHENTICATED");
    await pass(3 * minute);
    service.setStatus("ma_0", "a status of next year");
    await pass(3 * minute);
    assert.deepEqual(window.reports, []);
    service.setStatus("ma_0", "NEEDS_AUTH");
    await pass(2 * minute);
    assert.deepEqual(window.reports, [["ma_0"]]);
  });

  it("is polled only while the user is active, unless the connection is pinned", async (t) => {
    const { openWindow, pass, service } = await openWindows(t);
    const window = await openWindow();
    await window.watched.watchStarted(team.id, "ma_0");
    await pass(2 * hour);
    assert.ok(service.requests.length >= 10 && service.requests.length <= 13, `${service.requests.length}`);
    window.watching.noteUse();
    await pass(minute);
    const before = service.requests.length;
    await pass(10 * minute);
    assert.ok(service.requests.length > before);
  });

  it("is polled by fetching only the list page that contains the connection", async (t) => {
    const { openWatching, pass, service } = await openWindows(t, 750);
    const window = await openWatching("ma_610");
    await untilTrue(() => service.requests.length === 3);
    await pass(3 * minute);
    service.setStatus("ma_610", "NEEDS_AUTH");
    await pass(3 * minute);
    const offsets = service.requests.map(({ offset }) => offset);
    assert.deepEqual(offsets.slice(0, 7), [0, 100, 200, 300, 400, 500, 600]);
    assert.deepEqual(new Set(offsets.slice(7)), new Set([600]));
    assert.ok(offsets.length <= 12, `${offsets.length}`);
    assert.deepEqual(window.reports, [["ma_610"]]);
  });
});

describe("ConnectionWatcher", () => {
  it("doesn't poll or write while no connection is watched", async (t) => {
    const { openWindow, pass, service, storage } = await openWindows(t);
    const window = await openWindow();
    window.setVisible(true);
    await pass(hour);
    assert.deepEqual([service.requests, await readdir(storage)], [[], ["watched"]]);
    await window.watched.pin(team.id, ["ma_0"]);
    await pass(minute);
    await window.watched.unwatch(team.id, ["ma_0"]);
    const before = service.requests.length;
    await pass(hour);
    assert.equal(service.requests.length, before);
  });

  it("pauses if notifications are off, the network is down or the token is refused", async (t) => {
    const { openWatching, pass, service } = await openWindows(t);
    const window = await openWatching("ma_0");
    await pass(minute);
    for (const [set, reset] of [
      [() => (window.wantsNotices = false), () => (window.wantsNotices = true)],
      [() => (window.online = false), () => (window.online = true)],
      [() => (window.rejected = true), () => (window.rejected = false)],
    ] as const) {
      set();
      window.watching.reschedule();
      const before = service.requests.length;
      await pass(hour);
      assert.equal(service.requests.length, before);
      reset();
      window.watching.reschedule();
      await pass(3 * minute);
      assert.ok(service.requests.length > before);
    }
  });

  it("waits for Retry-After, even after a reload", async (t) => {
    const { openWindow, pass, service } = await openWindows(t);
    const window = await openWindow();
    window.setVisible(true);
    service.wait(2 * 60 * 60);
    await window.watched.pin(team.id, ["ma_0"]);
    await pass(hour);
    const before = service.requests.length;
    assert.deepEqual(service.requests.length, 1);
    await window.close();
    const next = await openWindow();
    next.setVisible(true);
    service.answers = undefined;
    await pass(50 * minute);
    assert.equal(service.requests.length, before);
    await pass(20 * minute);
    assert.ok(service.requests.length > before);
  });

  it("polls less often while polls fail", async (t) => {
    const { openWindow, pass, service } = await openWindows(t);
    const window = await openWindow();
    window.setVisible(true);
    service.answers = offline;
    await window.watched.pin(team.id, ["ma_0"]);
    await pass(2 * hour);
    assert.ok(service.requests.length <= 9, `${service.requests.length}`);
    service.answers = undefined;
    await pass(hour);
    assert.ok(service.requests.length > 20);
  });
});

describe("ConnectionWatchers of two windows", () => {
  it("share polls at the visible window's rate and report a logout only once", async (t) => {
    const { openWindow, pass, service } = await openWindows(t);
    const first = await openWindow();
    await first.watched.pin(team.id, ["ma_0"]);
    await pass(20_000);
    const second = await openWindow();
    await pass(20_000);
    second.setVisible(true);
    await pass(20_000);
    const before = service.requests.length;
    await pass(10 * minute);
    const more = service.requests.length - before;
    assert.ok(more >= 9 && more <= 11, `${more}`);
    service.setStatus("ma_0", "NEEDS_AUTH");
    await pass(3 * minute);
    assert.deepEqual([...first.reports, ...second.reports], [["ma_0"]]);
  });

  it("poll only once if a poll is due in both windows", async (t) => {
    const { openWindow, pass, service, settle } = await openWindows(t);
    const [first, second] = [await openWindow(), await openWindow()];
    const gate = Promise.withResolvers<undefined>();
    second.held = gate.promise;
    first.wantsNotices = false;
    await first.watched.pin(team.id, ["ma_0"]);
    await second.watched.reload();
    await untilTrue(() => second.hasCheckedToken);
    first.wantsNotices = true;
    first.watching.reschedule();
    await untilTrue(() => service.requests.length === 1);
    await settle();
    gate.resolve(undefined);
    await settle();
    assert.equal(service.requests.length, 1);
    await pass(6 * minute);
    assert.equal(service.requests.length, 2);
  });

  it("don't report a logout again after a window reload", async (t) => {
    const { openWatching, openWindow, pass, service } = await openWindows(t);
    const first = await openWatching("ma_0");
    await pass(minute);
    service.setStatus("ma_0", "NEEDS_AUTH");
    await pass(2 * minute);
    await first.close();
    const next = await openWindow();
    next.setVisible(true);
    await pass(5 * minute);
    assert.deepEqual([first.reports, next.reports], [[["ma_0"]], []]);
  });

  for (const [when, pid] of [
    ["immediately if the polling window has crashed", "999999999"],
    ["after two minutes if the polling window is unresponsive", String(process.pid)],
  ] as const)
    it(`take over polling ${when}`, async (t) => {
      const { openWatching, pass, service, storage } = await openWindows(t);
      const mark = await new CrossWindowLock(storage, "watching").tryAcquire(team.id);
      const [file = ""] = await readdir(join(storage, "watching"));
      await writeFile(join(storage, "watching", file), pid);
      await openWatching("ma_0");
      await pass(minute);
      if (pid === String(process.pid)) {
        assert.equal(service.requests.length, 0);
        const long = new Date(Date.now() - 121_000);
        await utimes(join(storage, "watching", file), long, long);
      }
      await pass(3 * minute);
      assert.ok(service.requests.length >= 2, `${service.requests.length}`);
      assert.notEqual(mark, undefined);
      assert.deepEqual(await readdir(join(storage, "watching")), []);
    });

  it("poll separately for different accounts", async (t) => {
    const { openWindow, pass, service } = await openWindows(t);
    const first = await openWindow();
    const second = await openWindow(otherAccount);
    await first.watched.pin(team.id, ["ma_0"]);
    await second.watched.pin(otherAccount.id, ["ma_1"]);
    await pass(minute);
    assert.deepEqual(service.requests.map(({ account }) => account).sort(), [otherAccount.id, team.id]);
  });
});

describe("ConnectionWatcher during an account change", () => {
  for (const [when, state] of [
    ["after sign-out", { kind: "signedOut" }],
    ["after an account switch", { kind: "signedIn", account: otherAccount }],
  ] as const)
    it(`drops the response of a poll that arrives ${when}`, async (t) => {
      const { clock, openWatching, pass, service, settle, storage } = await openWindows(t);
      const window = await openWatching("ma_0");
      await pass(minute);
      service.setStatus("ma_0", "NEEDS_AUTH");
      const held = Promise.withResolvers<undefined>();
      service.held = held.promise;
      const before = service.requests.length;
      // The pending response also blocks `pass`, which waits for the window, so only the clock advances.
      await clock.pass(2 * minute);
      await untilTrue(() => service.requests.length > before);
      window.become(state);
      if (state.kind === "signedOut") {
        await window.store.forget({ accountId: team.id });
      }
      held.resolve(undefined);
      await settle();
      assert.deepEqual(window.reports, []);
      if (state.kind === "signedOut") {
        assert.deepEqual(await readdir(join(storage, "watched")), []);
        assert.deepEqual(await readdir(join(storage, "watchedStates")), []);
      }
      service.held = undefined;
      await pass(3 * minute);
      assert.equal(service.requests.length, before + 1);
      window.become({ kind: "signedIn", account: team });
      await pass(3 * minute);
      assert.deepEqual(window.reports, state.kind === "signedOut" ? [] : [["ma_0"]]);
    });
});

describe("a jump of the local clock", () => {
  for (const [description, jump] of [
    ["a week forward", 7 * 24 * hour],
    ["a week back", -7 * 24 * hour],
  ] as const)
    it(`hardly changes the number of polls: ${description}`, async (t) => {
      const { clock, openWatching, pass, service } = await openWindows(t);
      await openWatching("ma_0");
      await pass(10 * minute);
      const before = service.requests.length;
      clock.wallOffset = jump;
      await pass(10 * minute);
      const more = service.requests.length - before;
      assert.ok(more >= 8 && more <= 12, `${more}`);
    });
});

describe("signing out while watched connections are being written", () => {
  it("leaves no files behind, even after the write has finished", async (t) => {
    const { openWatching, pass, settle, storage } = await openWindows(t);
    const window = await openWatching("ma_0");
    const folder = join(storage, "watchedStates");
    // Each round signs out at a different moment while the reading is written.
    for (let round = 0; round < 20; round++) {
      window.become({ kind: "signedIn", account: team });
      await window.watched.pin(team.id, ["ma_0"]);
      await settle();
      await pass(2 * minute);
      assert.equal((await readdir(folder)).length, 1);
      const passing = pass(2 * minute);
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate);
      window.become({ kind: "signedOut" });
      await window.store.forget({ accountId: team.id });
      assert.deepEqual(await readdir(folder), []);
      await passing;
      await settle();
      assert.deepEqual(await readdir(folder), []);
    }
  });
});

describe("unusable files of watched connections", () => {
  for (const [description, text] of [
    ["a truncated file", '{"v":1,"readAt":1'],
    ["another version", '{"v":2,"loggedIn":"all"}'],
    ["invalid numbers", '{"v":1,"failures":-1,"offset":0.5,"loggedIn":[]}'],
    ["an empty file", ""],
  ] as const)
    it(`are ignored: ${description}`, async (t) => {
      const { openWatching, pass, service, storage } = await openWindows(t);
      for (const folder of ["watching", "watched", "watchedStates"]) {
        await mkdir(join(storage, folder), { recursive: true });
        await writeFile(join(storage, folder, `${team.id}.json`), text);
      }
      const window = await openWatching("ma_0");
      await pass(2 * minute);
      service.setStatus("ma_0", "NEEDS_AUTH");
      await pass(2 * minute);
      assert.deepEqual([window.reports, window.faults], [[["ma_0"]], []]);
    });

  it("prevent polls and cause log entries if they can't be read", async (t) => {
    const { openWatching, pass, service, storage } = await openWindows(t);
    await mkdir(join(storage, "watchedStates", `${team.id}.json`), { recursive: true });
    const window = await openWatching("ma_0");
    await pass(3 * minute);
    assert.equal(service.requests.length, 0);
    assert.ok(window.faults.length >= 1 && window.faults.length <= 4, `${window.faults.length}`);
  });
});

describe("the stored list of watched connections", () => {
  it("is shared by all windows and deleted with its account", async (t) => {
    const { openWindow, settle } = await openWindows(t);
    const [first, second] = [await openWindow(), await openWindow()];
    await first.watched.pin(team.id, ["ma_0", "../x"]);
    await first.watched.watchStarted(team.id, "ma_1");
    await first.watched.watchStarted(team.id, "ma_0");
    await first.watched.pin(otherAccount.id, ["ma_0"]);
    await second.watched.reload();
    assert.deepEqual(second.watched.idsOf(team.id), {
      pinned: new Set(["ma_0", "../x"]),
      started: new Set(["ma_1"]),
    });
    await second.store.forget({ accountId: team.id });
    await first.watched.reload();
    assert.deepEqual(
      [first.watched.idsOf(team.id).pinned.size, first.watched.idsOf(otherAccount.id).pinned.size],
      [0, 1],
    );
    first.become({ kind: "signedOut" });
    await first.store.prune();
    await first.watched.reload();
    assert.equal(first.watched.idsOf(otherAccount.id).pinned.size, 0);
    await settle();
  });
});
