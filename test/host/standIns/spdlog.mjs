// Replaces @vscode/spdlog, whose native part needs a compiler. Writes the same log files without rotation.
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

const levels = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level, text) {
    if (level < this.#level) return;
    const head = this.#plain ? "" : `${new Date().toISOString()} [${levels[level]}] `;
    appendFileSync(this.#file, `${head}${text}\n`);
  }

  trace = (text) => this.#write(0, text);
  debug = (text) => this.#write(1, text);
  info = (text) => this.#write(2, text);
  warn = (text) => this.#write(3, text);
  error = (text) => this.#write(4, text);
  critical = (text) => this.#write(5, text);

  getLevel = () => this.#level;
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#plain = false;
  }
  clearFormatters() {
    this.#plain = true;
  }
  flush() {}
  drop() {}
}

export const version = 0;
export function setLevel() {}
export function setFlushOn() {}
export function shutdown() {}

export async function createRotatingLogger(_name, file) {
  return new Logger(file);
}

export const createAsyncRotatingLogger = createRotatingLogger;
