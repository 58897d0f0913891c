// Shell version of the login check in `checkCode.ts`. Calls the API directly, because the Kernel CLI repeats a login
// request if the response is lost, which cancels the first login. TZ must be UTC, because jq 1.6 returns times that are
// an hour late during daylight saving time. The API key doesn't appear in process lists, and no variable contains a
// login URL. The functions contain no comments, because an interactive zsh runs pasted comments as commands.
import { projectHeader, publicBaseUrl } from "./codeTarget.ts";
import { harmfulRetryCodes } from "../login/errorCodes.ts";

/** The connection and project to check. These values aren't quoted for a shell yet. */
export interface LoginCheckTarget {
  readonly connectionId: string;
  readonly projectId: string | undefined;
}

type QuoteText = (text: string) => string;

const connectionPath = ({ connectionId }: LoginCheckTarget): string =>
  `/auth/connections/${encodeURIComponent(connectionId.toWellFormed())}`;

/**
 * Returns a definition of `ensure_logged_in` for POSIX shells with curl and jq. The function fails if the connection
 * isn't logged in.
 */
export function bashCheck(checked: LoginCheckTarget, quote: QuoteText): readonly string[] {
  const { projectId } = checked;
  const project = projectId === undefined ? "" : ` -H ${quote(`${projectHeader}: ${projectId}`)}`;
  return `# Returns once the connection is logged in. A person may have to log in meanwhile, for ten minutes at most.
ensure_logged_in() (
  url=\${KERNEL_BASE_URL:-${publicBaseUrl}}
  url=\${url%/}${quote(connectionPath(checked))}
  ask() {
    printf 'Authorization: Bearer %s\\n' "$KERNEL_API_KEY" | curl -gfsS --max-time 60 -H @-${project} "$@"
  }
  say() {
    printf '%s' "$connection" | jq -a --arg why "$1" '"\\(.domain), profile \\(.profile_name): \\($why)"' >&2
  }
  read_connection() {
    connection=$(ask --retry 2 "$url" | TZ=UTC0 jq -c '
      ((try (.flow_expires_at |
        capture("^(?<at>.{19})([.][0-9]+)?(Z|(?<sign>[+-])(?<hours>[0-9]{2}):?(?<minutes>[0-9]{2}))$") |
        (.at + "Z" | fromdate) - (if .sign == "-" then -60 else 60 end) *
          ((.hours // "0" | tonumber) * 60 + (.minutes // "0" | tonumber))) catch null) // null) as $until |
      {domain, profile_name, status, error_code, flow_step,
        live: (.flow_status == "IN_PROGRESS" and ($until == null or $until > now))}')
    [ -n "$connection" ]
  }
  is_live() { printf '%s' "$connection" | jq -e .live >/dev/null; }
  read_newest() {
    newest=$(ask --retry 2 "$url/timeline?limit=20" | jq -c '
      [.[] | select(.type != "health_check")][0] | {id, status, error_code}')
    [ -n "$newest" ]
  }
  read_connection || return
  before={}
  if ! is_live; then
    read_newest || return
    refused=$(printf '%s\\n' "$connection" "$newest" | jq -rn '
      input as $connection | (input.error_code // $connection.error_code) as $code |
      select($connection.status != "AUTHENTICATED" and any(${harmfulRetryCodes.map((code) => `"${code}"`).join(", ")}; . == $code)) |
      $code')
    if [ -n "$refused" ]; then
      say "$refused. Log in in VS Code first."
      return 1
    fi
    ask --retry 0 -H 'Content-Type: application/json' -d '{}' "$url/login" >/dev/null || return
    before=$newest
  fi
  waits=
  deadline=$(($(date +%s) + 600))
  while [ "$(date +%s)" -lt "$deadline" ]; do
    sleep 2
    read_connection || return
    if is_live; then
      case $(printf '%s' "$connection" | jq -r .flow_step) in
        AWAITING*)
          [ -n "$waits" ] || say 'a person has to log in in VS Code'
          waits=yes ;;
        *) waits= ;;
      esac
      continue
    fi
    read_newest || return
    end=$(printf '%s\\n' "$connection" "$before" "$newest" | jq -rn '
      input as $connection | input as $before | input |
      if .id == null or .id == $before.id or .status == "IN_PROGRESS" then "none"
      elif .status == "SUCCESS" and $connection.status == "AUTHENTICATED" then "ready"
      else "failed \\(.error_code // .status)" end')
    case $end in
      none) ;;
      ready) return 0 ;;
      *) say "\${end#failed }"; return 1 ;;
    esac
  done
  say 'not logged in within ten minutes'
  return 1
)`.split("\n");
}

/** Returns a definition of `Confirm-Login` for PowerShell. The function throws if the connection isn't logged in. */
export function powershellCheck(checked: LoginCheckTarget, quote: QuoteText): readonly string[] {
  const { projectId } = checked;
  const project = projectId === undefined ? "" : `; ${quote(projectHeader)} = ${quote(projectId)}`;
  return `# Returns once the connection is logged in. A person may have to log in meanwhile, for ten minutes at most.
function Confirm-Login {
  $base = if ($env:KERNEL_BASE_URL) { $env:KERNEL_BASE_URL } else { ${quote(publicBaseUrl)} }
  $url = $base.TrimEnd('/') + ${quote(connectionPath(checked))}
  $headers = @{ Authorization = "Bearer $env:KERNEL_API_KEY"${project} }
  $ask = @{ Headers = $headers; TimeoutSec = 60; MaximumRedirection = 0; ErrorAction = 'Stop' }
  function Read-Api([string]$path) {
    for ($try = 1; ; $try++) {
      try { return Invoke-RestMethod @ask -Uri "$url$path" } catch { if ($try -eq 3) { throw } }
      Start-Sleep -Seconds 2
    }
  }
  function Get-Words([string]$why) {
    "$($connection.domain), profile $($connection.profile_name): $why" -replace '[^ -~]', '?'
  }
  function Test-Live {
    $end = $connection.flow_expires_at -as [datetimeoffset]
    ($connection.flow_status -ceq 'IN_PROGRESS') -and (($null -eq $end) -or ($end -gt [datetimeoffset]::UtcNow))
  }
  function Get-NewestLogin {
    $events = Read-Api '/timeline?limit=20'
    $events | Where-Object { $_.type -cne 'health_check' } | Select-Object -First 1
  }
  $connection = Read-Api ''
  $before = $null
  if (-not (Test-Live)) {
    $newest = Get-NewestLogin
    $code = if ($newest.error_code) { $newest.error_code } else { $connection.error_code }
    $isRefused = @(${harmfulRetryCodes.map((code) => `'${code}'`).join(", ")}) -ccontains $code
    if (($connection.status -cne 'AUTHENTICATED') -and $isRefused) {
      throw (Get-Words "$code. Log in in VS Code first.")
    }
    $before = $newest.id
    $null = Invoke-RestMethod @ask -Uri "$url/login" -Method Post -ContentType 'application/json' -Body '{}'
  }
  $waits = $false
  $deadline = [datetime]::UtcNow.AddMinutes(10)
  while ([datetime]::UtcNow -lt $deadline) {
    Start-Sleep -Seconds 2
    $connection = Read-Api ''
    if (Test-Live) {
      $asks = "$($connection.flow_step)".StartsWith('AWAITING')
      if ($asks -and -not $waits) { Write-Warning (Get-Words 'a person has to log in in VS Code') }
      $waits = $asks
      continue
    }
    $newest = Get-NewestLogin
    if (($null -eq $newest) -or ($newest.id -ceq $before) -or ($newest.status -ceq 'IN_PROGRESS')) { continue }
    if (($newest.status -ceq 'SUCCESS') -and ($connection.status -ceq 'AUTHENTICATED')) { return }
    $why = if ($newest.error_code) { $newest.error_code } else { $newest.status }
    throw (Get-Words $why)
  }
  throw (Get-Words 'not logged in within ten minutes')
}`.split("\n");
}
