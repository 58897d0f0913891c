// What the sandbox remembers. What a transaction wrote is durable when it returns.
import { newId } from "./ids.ts";
import { tables } from "./migrations.ts";
import { placeOf } from "./place.ts";
import type { Booking } from "./plans.ts";
import type { ConnectionRow, Holders } from "./rows.ts";
import { PlanRequest } from "./schemas.ts";
import { loginLength, seed } from "./seed.ts";
import type { Database, Row, Statement } from "./sqlite.ts";
import { integer, optionalText, text } from "./sqlite.ts";

export class Store {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  readonly #confirm: () => void;

  /** Takes over an opened database and fills it with the seed if it is empty. `now`: milliseconds since 1970. */
  constructor(db: Database, now: number) {
    this.#db = db;
    this.#confirm = placeOf(db);
    if (this.#sql("SELECT 1 FROM organization").get() === undefined) this.reset(now);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  /**
   * Runs `work` in a transaction of its own. When this returns, all that it wrote is synced, in the place where the
   * next start looks for it; where it throws, nothing that it wrote is acknowledged, and nothing of others is undone.
   */
  transaction<T>(work: () => T): T {
    this.#sql("BEGIN IMMEDIATE").run();
    try {
      const result = work();
      this.#sql("COMMIT").run();
      this.#confirm();
      return result;
    } catch (error) {
      // Some errors let SQLite undo it by itself, as a full disk may.
      if (this.#db.isTransaction) this.#sql("ROLLBACK").run();
      throw error;
    }
  }

  /** Forgets everything and begins again with the seed. */
  reset(now: number): void {
    this.transaction(() => {
      for (const table of tables) this.#sql(`DELETE FROM ${table}`).run();
      seed(this, now);
    });
  }

  /** Runs one writing statement. */
  insert(sql: string, ...values: (string | number | null)[]): void {
    this.#sql(sql).run(...values);
  }

  /** Runs one reading statement. */
  select(sql: string, ...values: (string | number)[]): Row[] {
    return this.#sql(sql).all(...values);
  }

  booking(): Booking {
    const row = this.#sql("SELECT plan, is_trialing, trial_ends_at FROM organization").get() ?? {};
    return {
      plan: PlanRequest.shape.plan.parse(row["plan"]),
      isTrialing: integer(row, "is_trialing") === 1,
      trialEndsAt: optionalText(row, "trial_ends_at"),
    };
  }

  book({ plan, isTrialing, trialEndsAt }: Booking): void {
    this.#sql("INSERT OR REPLACE INTO organization VALUES (1, ?, ?, ?)").run(
      plan,
      isTrialing ? 1 : 0,
      trialEndsAt,
    );
  }

  hasProxy(id: string): boolean {
    return this.#sql("SELECT 1 FROM proxies WHERE id = ?").get(id) !== undefined;
  }

  /** Ids of the active proxies of that name (§2.3: names are not unique); at most two. */
  proxiesNamed(name: string): string[] {
    return this.#ids("SELECT id FROM proxies WHERE name = ? AND active = 1 LIMIT 2", name);
  }

  hasCredential(name: string): boolean {
    return this.#sql("SELECT 1 FROM credentials WHERE name = ?").get(name) !== undefined;
  }

  hasCredentialProvider(name: string): boolean {
    return this.#sql("SELECT 1 FROM credential_providers WHERE name = ?").get(name) !== undefined;
  }

  destinationById(id: string): string | undefined {
    return this.#ids("SELECT id FROM destinations WHERE id = ?", id)[0];
  }

  destinationByName(name: string): string | undefined {
    return this.#ids("SELECT id FROM destinations WHERE name = ?", name)[0];
  }

  connectionCount(): number {
    return integer(this.#sql("SELECT count(*) AS count FROM connections").get() ?? {}, "count");
  }

  /** Browser sessions that run: those that export, and one for each login in progress. */
  sessionCount(now: number): number {
    const sql =
      "SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM logins WHERE expires_at > ?) AS count";
    return integer(this.#sql(sql).get(now) ?? {}, "count");
  }

  connectionFor(profileName: string, domain: string): string | undefined {
    return this.#ids(
      "SELECT id FROM connections WHERE profile_name = ? AND domain = ?",
      profileName,
      domain,
    )[0];
  }

  /** Adds a connection and, where it does not exist, its profile (§4.1). */
  addConnection(row: ConnectionRow): void {
    this.#sql(
      "INSERT INTO profiles (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING",
    ).run(newId("prof"), row.profileName, row.createdAt);
    this.#sql(
      "INSERT INTO connections (id, profile_name, domain, settings, proxy_id, destination_id, created_at, state) " +
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ).run(
      row.id,
      row.profileName,
      row.domain,
      row.settings,
      row.proxyId,
      row.destinationId,
      row.createdAt,
      row.state,
    );
  }

  /** Lets the logins of the seed begin anew, each once half of its time is over. `now`: milliseconds since 1970. */
  renewLogins(now: number): void {
    const due = now + loginLength / 2;
    // A reading that finds nothing to renew must not need a file that can be written.
    if (this.#sql("SELECT 1 FROM logins WHERE renews = 1 AND expires_at < ?").get(due) === undefined) return;
    this.#sql("UPDATE logins SET expires_at = ? WHERE renews = 1 AND expires_at < ?").run(
      now + loginLength,
      due,
    );
  }

  holders(destinationId: string, now: number): Holders {
    const connection = "id || ' (profile ' || profile_name || ', domain ' || domain || ')'";
    return {
      sessions: this.#ids("SELECT id FROM sessions WHERE destination_id = ?", destinationId),
      connections: this.#ids(
        `SELECT ${connection} AS id FROM connections WHERE destination_id = ?`,
        destinationId,
      ),
      logins: this.#ids(
        "SELECT connection_id AS id FROM logins WHERE destination_id = ? AND expires_at > ?",
        destinationId,
        now,
      ),
    };
  }

  deleteDestination(id: string): void {
    this.#sql("DELETE FROM destinations WHERE id = ?").run(id);
  }

  #ids(sql: string, ...values: (string | number)[]): string[] {
    return this.#sql(sql)
      .all(...values)
      .map((row) => text(row, "id"));
  }

  #sql(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
