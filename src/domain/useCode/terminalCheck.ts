// The first command of an account's terminal. A shell's start-up file can replace the address or the key in the
// terminal's environment, so the command compares a hash of both and prints neither. An environment variable holds
// the script, so that the command that starts it is short and the same in every shell.
import { quoteForBash, quoteForPowerShell, type CodeForm } from "./useCode.ts";

/** Environment variable with the script. */
export const checkVariable = "MANAGED_AUTH_CHECK";
/** Environment variable with the code that runs after a successful check. */
export const codeVariable = "MANAGED_AUTH_CODE";
/** Exit code of the check if the shell has another address or key. */
export const otherAccountExit = 97;

export interface TerminalCheck {
  /** SHA-256 of the address and the key, each followed by a line feed, in lower-case hexadecimal. */
  readonly hash: string;
  readonly success: string;
  readonly warning: string;
  readonly run?: Exclude<CodeForm, "notebook"> | undefined;
}

/** Commands that start the script, by operating system. They contain nothing that a shell expands. */
export const checkCommand = {
  posix: `sh -c 'eval "$${checkVariable}"'`,
  windows: `powershell -NoProfile -Command "Invoke-Expression ([Environment]::GetEnvironmentVariable('${checkVariable}'))"`,
} as const;

const quotedCodeVariable = `"$${codeVariable}"`;
const runInPosix = {
  // Node.js before 22.7 doesn't run TypeScript.
  typescript: `node --input-type=module-typescript --eval '' 2>/dev/null &&
  exec node --input-type=module-typescript --eval ${quotedCodeVariable}
exec npx tsx --eval ${quotedCodeVariable}`,
  python: `exec python3 -c ${quotedCodeVariable}`,
  bash: `exec bash -c ${quotedCodeVariable}`,
  powershell: `exec pwsh -NoProfile -Command ${quotedCodeVariable}`,
} as const;

/** Returns the script for POSIX shells. macOS has `shasum` instead of `sha256sum`. */
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
  // PowerShell appends CR LF to piped text. The `#` turns the CR into a comment, which Bash would otherwise run as a
  // command.
  bash: `$env:${codeVariable} + '#' | bash -s`,
  powershell: `Invoke-Expression $env:${codeVariable}`,
} as const;

/**
 * Returns the script for Windows PowerShell, which is part of every Windows. If the hash can't be computed, no code
 * runs.
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
