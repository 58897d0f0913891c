// Runs before everything else, on whatever Node there is. npm scripts find Node 24 in node_modules/.bin,
// where one of package.json's optional `node-*` packages put it; without that package the system's Node runs.
const needed = 24;

if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(
    `Node ${needed} or newer is needed and the package that brings it is not installed here ` +
      `(this is Node ${process.versions.node} on ${process.platform}-${process.arch}). ` +
      `Type: npm ci --include=optional  (or install Node ${needed} yourself).`,
  );
  process.exit(1);
}
