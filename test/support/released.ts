// Makes modules that are loaded afterwards belong to a release, whose command line has a checksum.
Object.assign(globalThis, { cliChecksum: "0".repeat(64) });
