/** A VS Code that tests may run, by its own version number. */
export type VSCodeVersion = "1.139" | "1.135";

/** The npm package that contains a VS Code server: a version of code-server, and the SHA-512 of its archive. */
export interface ServerPackage {
  readonly version: string;
  readonly sha512: string;
}

/** The default version for tests. */
export const current: VSCodeVersion = "1.139";

/** All versions that tests use. A missing one is downloaded on first use. */
export const serverPackages: Readonly<Record<VSCodeVersion, ServerPackage>> = {
  "1.139": {
    version: "4.139.1",
    sha512: "fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==",
  },
  // The last version in which a repository's nested settings can override a setting that only the user may change
  // (microsoft/vscode#335112).
  "1.135": {
    version: "4.135.0",
    sha512: "qD9LcasrIWd8stg1PWGp3OJqt6bLnV228qdVFw/RTxBL/pF7/WANhMrPKONCEGZq0kLblElvI867+UgzCImaNQ==",
  },
};
