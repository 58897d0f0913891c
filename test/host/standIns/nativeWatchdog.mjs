// Stands in for @vscode/native-watchdog, whose native half needs a compiler. The extension host already
// looks once a second whether its parent is alive; the native thread only adds the case of a blocked loop.
export function start() {}
