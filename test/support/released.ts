// Has what is loaded next be of a release: its command line has a checksum.
Object.assign(globalThis, { cliChecksum: "0".repeat(64) });
