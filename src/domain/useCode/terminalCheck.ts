// The first command of a terminal for an account. A shell's start-up file can replace the address or the key in the
// terminal's environment, so the command compares their hashes and prints neither. The script is in the environment, too:
// the command that starts the script is then short and the same in every shell.
import { inBash, inPowerShell, type CodeForm } from "./useCode.ts";

/** The environment variable of the script. */
export const checkVariable = "MANAGED_AUTH_CHECK";
/** The environment variable of the code that runs after a successful check. */
export const codeVariable = "MANAGED_AUTH_CODE";
/** The exit code of a check that found another address or key. */
export const otherAccountExit = 97;

export interface TerminalCheck {
  /** SHA-256 of each variable's value, in lower-case hexadecimal digits. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly success: string;
  /** Printed before the names of the variables that have another value. */
  readonly warning: string;
  /** The language of the code to run after the check. */
  readonly run?: Exclude<CodeForm, "notebook"> | undefined;
}

/** The commands that start the script, by system. Neither contains anything that a shell expands before the command runs. */
export const checkCommand = {
  posix: `sh -c 'eval "$${checkVariable}"'`,
  windows: `powershell -NoProfile -Command "Invoke-Expression ([Environment]::GetEnvironmentVariable('${checkVariable}'))"`,
} as const;

const code = `"$${codeVariable}"`;
const runInPosix = {
  // Node.js before 22.18 doesn't run TypeScript.
  typescript: `node --input-type=module-typescript --eval '' 2>/dev/null &&
  exec node --input-type=module-typescript --eval ${code}
exec npx tsx --eval ${code}`,
  python: `exec python3 -c ${code}`,
  bash: `exec bash -c ${code}`,
  powershell: `exec pwsh -NoProfile -Command ${code}`,
} as const;

/** The script for POSIX shells. macOS has `shasum` instead of `sha256sum`. */
export function posixCheck({ hashes, run, success, warning }: TerminalCheck): string {
  const compare = Object.entries(hashes).map(
    ([name, hash]) => `[ "$(hash_of "$${name}")" = ${hash} ] || changed="$changed ${name}"`,
  );
  return `hash_of() {
  printf %s "$1" | { sha256sum || shasum -a 256 || openssl dgst -sha256 -r; } 2>/dev/null | cut -c 1-64
}
changed=
${compare.join("\n")}
if [ -n "$changed" ]; then
  printf '%s\\n' ${inBash(warning)}"$changed" >&2
  exit ${otherAccountExit}
fi
printf '%s\\n' ${inBash(success)}
${run === undefined ? "" : runInPosix[run]}
`;
}

const runInWindows = {
  typescript: `$env:${codeVariable} | node --input-type=module-typescript -`,
  python: `$env:${codeVariable} | python -`,
  bash: `$env:${codeVariable} | bash -s`,
  powershell: `Invoke-Expression $env:${codeVariable}`,
} as const;

/** The script for Windows PowerShell, which every Windows has. */
export function windowsCheck({ hashes, run, success, warning }: TerminalCheck): string {
  const pairs = Object.entries(hashes).map(([name, hash]) => `${name} = '${hash}'`);
  return `$OutputEncoding = New-Object Text.UTF8Encoding $false
function Get-HashOf([string]$text) {
  $bytes = [Security.Cryptography.SHA256]::Create().ComputeHash([Text.Encoding]::UTF8.GetBytes($text))
  -join ($bytes | ForEach-Object { $_.ToString('x2') })
}
$hashes = @{ ${pairs.join("; ")} }
$changed = @($hashes.Keys | Where-Object { (Get-HashOf ([Environment]::GetEnvironmentVariable($_))) -cne $hashes[$_] })
if ($changed.Count -gt 0) {
  Write-Warning (${inPowerShell(warning)} + ' ' + ($changed -join ' '))
  exit ${otherAccountExit}
}
${inPowerShell(success)}
${run === undefined ? "" : runInWindows[run]}
`;
}
