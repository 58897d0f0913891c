// How the owner of the data tells the other windows where it listens: a file beside the data that only this user
// can read. What stands in it is believed only after a health check.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Identity } from "./health.ts";

const fileIn = (directory: string): string => join(directory, "sandbox.json");

/** The data file of the sandbox in a directory. */
export const dataFileIn = (directory: string): string => join(directory, "sandbox.db");

/** Makes the directory, open to this user alone. */
export function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

/** Replaces the announcement as a whole; to be called by the holder of the lock. */
export function announce(directory: string, { port, instanceId, token }: Identity): void {
  const path = fileIn(directory);
  const temporary = `${path}.${process.pid}.tmp`;
  const startedAt = new Date().toISOString();
  writeFileSync(temporary, JSON.stringify({ port, instanceId, pid: process.pid, startedAt, token }), {
    mode: 0o600,
  });
  renameSync(temporary, path);
}

/** Takes the announcement back, unless another owner's stands there: the folder may have been replaced. */
export function withdraw(directory: string, { instanceId }: Identity): void {
  if (readAnnouncement(directory)?.instanceId === instanceId) rmSync(fileIn(directory), { force: true });
}

/** What was announced last, or undefined where there is nothing readable. The owner may be long gone. */
export function readAnnouncement(directory: string): Identity | undefined {
  let announced: unknown;
  try {
    announced = JSON.parse(readFileSync(fileIn(directory), "utf8"));
  } catch {
    // No file, or not a whole one: both mean that nobody is known to listen.
    return undefined;
  }
  if (typeof announced !== "object" || announced === null) return undefined;
  if (!("port" in announced && "instanceId" in announced && "token" in announced)) return undefined;
  const { port, instanceId, token } = announced;
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  if (typeof instanceId !== "string" || typeof token !== "string" || token === "") return undefined;
  return { port, instanceId, token };
}
