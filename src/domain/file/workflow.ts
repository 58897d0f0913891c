// Generates a GitHub Actions workflow that applies a connection file from the user's repository.

declare const cliChecksum: string | undefined;
/**
 * SHA-256 of this build's command-line tool, which the release contains as `managed-auth.cjs`. Undefined if the code
 * runs from source.
 */
export const commandLineChecksum = typeof cliChecksum === "undefined" ? undefined : cliChecksum;

/**
 * Returns the path segments of a connection file's workflow, relative to the repository's root. Each connection file
 * has its own workflow. `number` distinguishes files with similar paths, such as a-b.managed-auth.jsonc and
 * a/b.managed-auth.jsonc.
 */
export function workflowPath(file: string, number = 1): readonly string[] {
  const name = file.replace(/(?:^|[/.])managed-auth\.jsonc$/, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const words = ["managed-auth", name.replaceAll(/^-|-$/g, ""), number === 1 ? "" : String(number)];
  return [".github", "workflows", `${words.filter((word) => word !== "").join("-")}.yml`];
}

/** True if `text` is a workflow for a connection file other than `file`. */
export function isOtherWorkflow(text: string, file: string): boolean {
  const declared = /^ {2}FILE: (".*")$/m.exec(text)?.[1];
  return declared !== undefined && declared !== JSON.stringify(file);
}

/** Name of the GitHub environment. Its protection rules determine who can approve a run that applies the file. */
const environmentName = "managed-auth";

interface WorkflowOptions {
  /** Path of the connection file in its repository, with forward slashes. */
  readonly file: string;
  readonly number?: number;
  /** Branch on which the workflow applies the file. */
  readonly branch: string;
  /** Version of the command-line tool, without the prefix "v". */
  readonly version: string;
  /** Checksum of the command-line tool. */
  readonly sha256: string;
}

/**
 * Returns a workflow that validates and plans the file on pull requests, and applies the file on a branch after
 * approval. Pull requests from forks get no token, so they are only validated.
 */
export function workflowText({ branch, file, number, sha256, version }: WorkflowOptions): string {
  const path = workflowPath(file, number).join("/");
  const name = path.endsWith("/managed-auth.yml") ? "Managed Auth" : `Managed Auth: ${file}`;
  const paths = JSON.stringify([file, path].map(literalPattern));

  const steps = `    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 24
          package-manager-cache: false
      - name: Fetch managed-auth and check it
        run: |
          curl --fail --silent --show-error --location --proto '=https' --output "$RUNNER_TEMP/managed-auth.cjs" \\
            "https://github.com/agent-auth-tools/managed-auth/releases/download/v$VERSION/managed-auth.cjs"
          echo "$SHA256  $RUNNER_TEMP/managed-auth.cjs" | sha256sum --check
`;
  const token = `        env:
          KERNEL_API_KEY: \${{ secrets.KERNEL_API_KEY }}
`;
  return `# Plans a connection file on pull requests, and applies the file on one branch.
# Set the secret KERNEL_API_KEY for plans, and in the environment "${environmentName}" for applying. In that environment's
# settings, require reviewers and allow only that branch. Otherwise, whoever pushes to the branch applies the file.
name: ${JSON.stringify(name)}

on:
  pull_request:
    paths: ${paths}
  push:
    branches: ${JSON.stringify([literalPattern(branch)])}
    paths: ${paths}

permissions:
  contents: read

concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: false

env:
  FILE: ${JSON.stringify(file)}
  VERSION: ${JSON.stringify(version)}
  # Of that version's managed-auth.cjs. To update, change both.
  SHA256: ${sha256}

jobs:
  validate:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
${steps}      - name: Validate
        run: node "$RUNNER_TEMP/managed-auth.cjs" validate -- "$FILE"

  plan:
    # A fork has no token.
    if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository
    needs: validate
    runs-on: ubuntu-24.04
    timeout-minutes: 10
${steps}      - name: Plan
${token}        run: |
          code=0
          node "$RUNNER_TEMP/managed-auth.cjs" plan -- "$FILE" || code=$?
          # 2 says that there are changes.
          test "$code" -eq 0 || test "$code" -eq 2

  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    environment: ${environmentName}
${steps}      - name: Apply
${token}        run: node "$RUNNER_TEMP/managed-auth.cjs" apply --yes -- "$FILE"
`;
}

/** Escapes the pattern characters of GitHub's path and branch filters. */
const literalPattern = (text: string): string => text.replaceAll(/[\\*?+[\]!]/g, String.raw`\$&`);
