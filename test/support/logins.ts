// Scripted logins of a window.
import type { LoginRequest, SubmitRequest } from "../../src/api/loginSchemas.ts";
import { ManagedAuth } from "../../src/api/schemas.ts";
import { connectionView } from "../../src/domain/connections/connectionView.ts";
import type { AccountAccess } from "../../src/editor/accounts/clientFactory.ts";
import type { LoginSnapshot, StartOutcome, SubmitOutcome } from "../../src/domain/login/loginSnapshot.ts";
import { LoginSnapshots } from "../../src/editor/catalogue/loginSnapshots.ts";
import { EventEmitter } from "../doubles/vscode.ts";

type SnapshotChanges = Partial<Omit<LoginSnapshot, "connection">> & {
  readonly connection?: object | undefined;
};

/** Returns a login that was started in this window and is running, with these changes. */
export function loginSnapshot({ connection: fields, ...changes }: SnapshotChanges = {}): LoginSnapshot {
  const defaults = { id: "ma_1", domain: "shop.example", profile_name: "work" };
  const connection = fields && ManagedAuth.parse({ ...defaults, ...fields });
  const isRunning = changes.end === undefined && changes.phase !== "starting";
  return {
    accountId: "a",
    connectionId: "ma_1",
    key: "login_1",
    startedHere: true,
    startedByUser: changes.startedHere !== false,
    superseded: false,
    phase: changes.end === undefined ? "running" : "ended",
    hostedUrl: undefined,
    lostSince: undefined,
    serviceAheadMs: 0,
    end: undefined,
    connection,
    awaits: isRunning && connection ? connectionView(connection, new Date()).awaits : undefined,
    ...changes,
  };
}

/** Replaces the logins of a window. */
export class ScriptedLogins {
  readonly #signedOut = new EventEmitter<void>();
  readonly onDidSignOut = this.#signedOut.event;
  readonly snapshots: LoginSnapshots;
  /** Calls, in order, without entered values. */
  readonly calls: string[] = [];
  /** IDs of connections with a login that the user works on. */
  readonly attended = new Set<string>();
  /** Bodies of the login requests. */
  readonly bodies: LoginRequest[] = [];
  /** Submitted requests. */
  readonly sent: SubmitRequest[] = [];
  /** The results of the next start and of the next submissions. */
  starts: StartOutcome = { kind: "notStarted", error: undefined };
  readonly submits: (SubmitOutcome | Promise<SubmitOutcome>)[] = [];

  constructor(connections = { logins: new LoginSnapshots() }) {
    this.snapshots = connections.logins;
  }

  /** Records a change of a login. */
  publish(login: LoginSnapshot): void {
    this.snapshots.record(login);
  }

  signOut(): void {
    this.#signedOut.fire();
  }

  follow({ account }: AccountAccess, connection: ManagedAuth, isAttended = false): LoginSnapshot {
    this.calls.push(`follow ${connection.id}`);
    if (isAttended) this.attended.add(connection.id);
    const existing = this.snapshots.of(account.id, connection.id);
    if (existing !== undefined) return existing;
    const login = loginSnapshot({ accountId: account.id, startedHere: false, connection });
    this.publish(login);
    return login;
  }

  start(
    _access: AccountAccess,
    { id }: Pick<ManagedAuth, "id">,
    { supersede = false, ...body }: LoginRequest & { readonly supersede?: boolean },
  ): Promise<StartOutcome> {
    this.bodies.push(body);
    this.calls.push(`start ${id}${supersede ? " superseding" : ""}`);
    if (this.starts.kind === "started") this.publish(this.starts.login);
    return Promise.resolve(this.starts);
  }

  submit(_access: AccountAccess, { id }: ManagedAuth, request: SubmitRequest): Promise<SubmitOutcome> {
    this.calls.push(`submit ${id}`);
    this.sent.push(request);
    return Promise.resolve(this.submits.shift() ?? { kind: "accepted" });
  }

  stop(accountId: string, connectionId: string): void {
    this.calls.push(`stop ${accountId} ${connectionId}`);
  }

  readNow(accountId: string, connectionId: string): void {
    this.calls.push(`hint ${accountId} ${connectionId}`);
  }

  followFound(): Promise<void> {
    // Only the real logins of a window follow rows.
    return Promise.resolve();
  }

  takeOwnership(): Promise<void> {
    return Promise.resolve();
  }

  needsReport(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Claims the report of a login's end if the login was started here. */
  claimReport({ end, startedHere }: LoginSnapshot): Promise<boolean> {
    return Promise.resolve(startedHere && end !== undefined && end.kind !== "stopped");
  }
}
