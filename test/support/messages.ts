import assert from "node:assert/strict";
import { Message, screen } from "../doubles/vscode.ts";

/** Waits for the next notification or dialog, and checks its text and, if they are given, its buttons and severity. */
export async function expectMessage(
  text: string | RegExp,
  buttons?: readonly string[],
  severity?: Message["severity"],
): Promise<Message> {
  const message = await screen.next(Message);
  if (typeof text === "string") assert.equal(message.text, text);
  else assert.match(message.text, text);
  if (buttons !== undefined) assert.deepEqual(message.buttons, buttons);
  if (severity !== undefined) assert.equal(message.severity, severity);
  return message;
}
