// Checks the version of Node.js before anything else runs. npm scripts use Node 24 from node_modules/.bin, which an
// optional `node-*` package of package.json installs. Without that package, the system's Node.js runs.
const needed = 24;

if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(
    `Node ${needed} or newer is needed and the package that brings it is not installed here ` +
      `(this is Node ${process.versions.node} on ${process.platform}-${process.arch}). ` +
      `Type: npm ci --include=optional  (or install Node ${needed} yourself).`,
  );
  process.exit(1);
}
