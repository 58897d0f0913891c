// Limits how many functions of the extension lie between a command and its first question.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commands } from "vscode";
import { InputBox, QuickPick, reset } from "../../../doubles/vscode.ts";
import { openWindow } from "../../../support/window.ts";

beforeEach(reset);

/** Frames of `src` in the asynchronous stack trace of the first question. They may only be lowered. */
const maxFrames = {
  "managedAuth.createConnection": 5,
  "managedAuth.createProvider": 7,
  "managedAuth.logIn": 6,
};

describe("the stack trace of a command's first question", () => {
  for (const [command, most] of Object.entries(maxFrames))
    it(`has at most ${most} frames from src for ${command}`, async (context) => {
      await openWindow(context);
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 100;
      context.after(() => (Error.stackTraceLimit = limit));
      const { promise, resolve } = Promise.withResolvers<string>();
      for (const input of [InputBox, QuickPick])
        context.mock.method(input.prototype, "show", () => resolve(new Error().stack ?? ""));
      void commands.executeCommand(command);
      const frames = (await promise).split("\n").filter((line) => line.includes("/src/"));
      assert.ok(frames.length > 0 && frames.length <= most, frames.join("\n"));
    });
});
