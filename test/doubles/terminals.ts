// VS Code's terminals. With shell integration, a command runs in a real `sh`, after the start-up file of the test.
import { spawn } from "node:child_process";
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { screen } from "./screen.ts";

/** All opened terminals. */
export const terminals: Terminal[] = [];
/** Properties of the user's shell. */
export const shell = { hasIntegration: true, startUpFile: "" };

const closed = new EventEmitter<Terminal>();
const integrated = new EventEmitter<object>();
const ended = new EventEmitter<object>();

export class Terminal {
  readonly options: vscode.TerminalOptions;
  /** Commands that the terminal received, in order. */
  readonly commands: string[] = [];
  output = "";
  exitStatus: object | undefined;
  shellIntegration: object | undefined;
  constructor(options: vscode.TerminalOptions) {
    this.options = options;
  }
  show(): void {
    terminals.push(this);
    screen.put(this);
    if (shell.hasIntegration) queueMicrotask(() => this.#integrate());
  }
  sendText(text: string): void {
    this.commands.push(text);
  }
  dispose(): void {
    this.exitStatus = { code: undefined };
    closed.fire(this);
  }
  #integrate(): void {
    this.shellIntegration = { executeCommand: (command: string) => this.#execute(command) };
    integrated.fire({ terminal: this, shellIntegration: this.shellIntegration });
  }
  #execute(command: string): object {
    this.commands.push(command);
    const execution = {};
    const env: NodeJS.ProcessEnv = { ...process.env };
    for (const [name, value] of Object.entries(this.options.env ?? {})) env[name] = value ?? undefined;
    const program = spawn("sh", ["-c", `${shell.startUpFile}\n${command}`], { env });
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    program.on("close", (exitCode) =>
      ended.fire({ terminal: this, execution, exitCode: exitCode ?? undefined }),
    );
    return execution;
  }
}

/** The members of `window` for terminals. */
export const terminalsOfWindow = {
  createTerminal: (options: vscode.TerminalOptions) => new Terminal(options),
  onDidCloseTerminal: closed.event,
  onDidChangeTerminalShellIntegration: integrated.event,
  onDidEndTerminalShellExecution: ended.event,
};

export function resetTerminals(): void {
  terminals.length = 0;
  Object.assign(shell, { hasIntegration: true, startUpFile: "" });
}
