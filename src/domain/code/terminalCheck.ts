// Builds the first command in a terminal that is opened for an account. A shell's startup file can override the base
// URL or API key in the environment, so the command compares a hash of both and prints neither. An environment
// variable contains the script, so that the command that runs the script is short and the same in every shell.
import { quoteForBash, quoteForPowerShell } from "./shellQuotes.ts";
import type { CodeForm } from "./useCode.ts";

/** Name of the environment variable that contains the check script. */
export const checkVariable = "MANAGED_AUTH_CHECK";
/** Name of the environment variable that contains the code to run after a successful check. */
export const codeVariable = "MANAGED_AUTH_CODE";
/** Exit code of the check if the shell's base URL or API key differs from the account's. */
export const otherAccountExit = 97;

export interface TerminalCheck {
  /** SHA-256 of the base URL and the API key, each followed by a line feed, in lowercase hexadecimal. */
  readonly hash: string;
  readonly success: string;
  readonly warning: string;
  readonly run?: Exclude<CodeForm, "notebook"> | undefined;
}

/** Commands that run the check script, by operating system. The terminal's shell expands no part of these commands. */
export const checkCommand = {
  posix: `sh -c 'eval "$${checkVariable}"'`,
  windows: `powershell -NoProfile -Command "Invoke-Expression ([Environment]::GetEnvironmentVariable('${checkVariable}'))"`,
} as const;

const quotedCodeVariable = `"$${codeVariable}"`;
const runInPosix = {
  // Node.js before 22.7 can't run TypeScript, so fall back to tsx.
  typescript: `node --input-type=module-typescript --eval '' 2>/dev/null &&
  exec node --input-type=module-typescript --eval ${quotedCodeVariable}
exec npx tsx --eval ${quotedCodeVariable}`,
  python: `exec python3 -c ${quotedCodeVariable}`,
  bash: `exec bash -c ${quotedCodeVariable}`,
  powershell: `exec pwsh -NoProfile -Command ${quotedCodeVariable}`,
} as const;

/** Returns the check script for POSIX shells. Tries `shasum` as well, because macOS may lack `sha256sum`. */
function posixCheck({ hash, run, success, warning }: TerminalCheck): string {
  return `hash=$(printf '%s\\n' "$KERNEL_BASE_URL" "$KERNEL_API_KEY" |
  { sha256sum || shasum -a 256 || openssl dgst -sha256 -r; } 2>/dev/null | cut -c 1-64)
if [ "$hash" != ${hash} ]; then
  printf '%s\\n' ${quoteForBash(warning)} >&2
  exit ${otherAccountExit}
fi
printf '%s\\n' ${quoteForBash(success)}
${run === undefined ? "" : runInPosix[run]}
`;
}

const runInWindows = {
  typescript: `$env:${codeVariable} | node --input-type=module-typescript -`,
  python: `$env:${codeVariable} | python -`,
  // PowerShell appends CR LF to piped text. Bash would run the CR as a command, so the `#` turns the CR into a
  // comment.
  bash: `$env:${codeVariable} + '#' | bash -s`,
  powershell: `Invoke-Expression $env:${codeVariable}`,
} as const;

/**
 * Returns the check script for Windows PowerShell, which every Windows version includes. If the hash can't be
 * computed, the code isn't run.
 */
function windowsCheck({ hash, run, success, warning }: TerminalCheck): string {
  return `$OutputEncoding = New-Object Text.UTF8Encoding $false
$bytes = $OutputEncoding.GetBytes("$env:KERNEL_BASE_URL\`n$env:KERNEL_API_KEY\`n")
$hash = -join ([Security.Cryptography.SHA256]::Create().ComputeHash($bytes) | ForEach-Object { $_.ToString('x2') })
if ($hash -cne '${hash}') {
  Write-Warning ${quoteForPowerShell(warning)}
  exit ${otherAccountExit}
}
${quoteForPowerShell(success)}
${run === undefined ? "" : runInWindows[run]}
`;
}

export const checkScript = { posix: posixCheck, windows: windowsCheck } as const;
