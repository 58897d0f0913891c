// Exits on versions of Node.js that are too old for the command line. This module is imported first and imports
// nothing, because old versions can't load modules named `node:…`.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  const error = `managed-auth needs Node.js 22.19 or newer. This is ${process.versions.node}.`;
  if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify({ error })}\n`);
  else process.stderr.write(`error: ${error}\n`);
  process.exit(1);
}

export {};
