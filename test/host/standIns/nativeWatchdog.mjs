// Replaces @vscode/native-watchdog, whose native part needs a compiler. The extension host already checks once per
// second if its parent process is alive. The native thread only adds the case of a blocked event loop.
export function start() {}
