// Generates code that makes sure that a connection is logged in before a browser is launched (operations.md §2.1). If a
// login is running, the generated code waits until that login ends. Otherwise, the code notes the newest login in the
// timeline, starts a login, and waits until a newer login in the timeline has ended.
import { harmfulRetryCodes } from "../login/errorCodes.ts";

/**
 * Returns the login check as TypeScript code that is also valid JavaScript. `id` is the connection's ID as a string
 * literal. The generated code expects the API client in a variable named `kernel`.
 */
export function typescriptCheck(id: string): readonly string[] {
  return `
/** Resolves once the connection is logged in. A person may have to log in meanwhile, for ten minutes at most. */
async function ensureLoggedIn() {
  const id = ${id};
  const { connections } = kernel.auth;
  let connection = await connections.retrieve(id);
  const about = \`\${connection.domain}, profile \${connection.profile_name}: \`;
  const isLive = () =>
    connection.flow_status === "IN_PROGRESS" && !(Date.parse(connection.flow_expires_at ?? "") <= Date.now());
  const newestLogin = async () => {
    const { items } = await connections.timeline(id, { limit: 20 });
    return items.find(({ type }) => type !== "health_check");
  };
  const until = Date.now() + 10 * 60_000;
  const wasLive = isLive();
  const before = wasLive ? undefined : await newestLogin();
  if (!wasLive) {
    const code = before?.error_code ?? connection.error_code ?? "";
    const isRefused = connection.status !== "AUTHENTICATED" && ${JSON.stringify(harmfulRetryCodes)}.includes(code);
    if (isRefused) throw new Error(\`\${about}\${code}. Log in in VS Code first.\`);
    await connections.login(id, {}, { maxRetries: 0 });
  }
  let waits = false;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    connection = await connections.retrieve(id);
    if (isLive()) {
      const asks = connection.flow_step?.startsWith("AWAITING") === true;
      if (asks && !waits) console.error(\`\${about}a person has to log in in VS Code\`);
      waits = asks;
      continue;
    }
    const newest = await newestLogin();
    if (newest === undefined || newest.id === before?.id || newest.status === "IN_PROGRESS") continue;
    if (newest.status === "SUCCESS" && connection.status === "AUTHENTICATED") return;
    throw new Error(about + (newest.error_code ?? newest.status));
  }
  throw new Error(\`\${about}not logged in within ten minutes\`);
}

await ensureLoggedIn();`.split("\n");
}

/**
 * Returns the login check as Python code. `id` is the connection's ID as a string literal. The generated code expects
 * the API client in a variable named `kernel`.
 */
export function pythonCheck(id: string): readonly string[] {
  return `

def is_live(connection) -> bool:
    if connection.flow_status != "IN_PROGRESS":
        return False
    try:
        return not connection.flow_expires_at <= datetime.now(timezone.utc)
    except TypeError:  # no time, or one that can't be read
        return True


def newest_login(id: str):
    page = kernel.auth.connections.timeline(id, limit=20)
    return next((event for event in page.items if event.type != "health_check"), None)


def ensure_logged_in(id: str) -> None:
    """Returns once the connection is logged in. A person may have to log in meanwhile, for ten minutes at most."""
    until = time.monotonic() + 10 * 60
    connection = kernel.auth.connections.retrieve(id)
    about = f"{connection.domain}, profile {connection.profile_name}: "
    before = None
    if not is_live(connection):
        newest = newest_login(id)
        code = (newest and newest.error_code) or connection.error_code
        if connection.status != "AUTHENTICATED" and code in {${JSON.stringify(harmfulRetryCodes).slice(1, -1)}}:
            raise SystemExit(f"{about}{code}. Log in in VS Code first.")
        before = newest and newest.id
        kernel.with_options(max_retries=0).auth.connections.login(id)
    waits = False
    while time.monotonic() < until:
        time.sleep(2)
        connection = kernel.auth.connections.retrieve(id)
        if is_live(connection):
            asks = (connection.flow_step or "").startswith("AWAITING")
            if asks and not waits:
                print(f"{about}a person has to log in in VS Code")
            waits = asks
            continue
        newest = newest_login(id)
        if newest is None or newest.id == before or newest.status == "IN_PROGRESS":
            continue
        if newest.status == "SUCCESS" and connection.status == "AUTHENTICATED":
            return
        raise SystemExit(about + (newest.error_code or newest.status))
    raise SystemExit(f"{about}not logged in within ten minutes")


ensure_logged_in(${id})`.split("\n");
}
