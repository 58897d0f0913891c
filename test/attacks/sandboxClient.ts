// Clients that create, delete and change data concurrently and then verify what the sandbox acknowledged.
import { isDeepStrictEqual } from "node:util";
import { book, create, objectOf, remove, send, type Answer } from "../unit/sandbox/support.ts";
import type { Entry, Journal } from "./journal.ts";

const requestFor = (domain: string) => ({
  domain,
  profile_name: domain,
  allowed_domains: [`a.${domain}`, `b.${domain}`],
});
const bodyFor = (domain: string): string => JSON.stringify(requestFor(domain));

export class Client {
  readonly #journal: Journal;
  readonly #next: () => number;
  readonly #spare: number;
  /** The most recently created domains. */
  #recent: readonly string[] = [];
  /** The creations without a response. */
  readonly #openCreations = new Set<string>();
  readonly #openDeletions = new Set<string>();
  /** Requested trial states of the plan: the last acknowledged one, and later ones without an acknowledgement. */
  #trials: readonly boolean[] = [];
  #domains = 0;
  #names = 0;

  /** `spare` is the number of destinations that may be deleted. */
  constructor(journal: Journal, next: () => number, spare: number) {
    this.#journal = journal;
    this.#next = next;
    this.#spare = spare;
  }

  /** Sends requests with several workers until the sandbox has ended. */
  async use(port: number, workers: number): Promise<void> {
    const work = async (step: () => Promise<boolean>): Promise<void> => {
      while (await step());
    };
    await Promise.all([
      work(() => this.#book(port)),
      ...Array.from({ length: workers }, () =>
        work(() => {
          const chance = this.#next();
          if (chance < 0.6) return this.#create(port, `d${this.#domains++}.example`);
          if (chance < 0.9 && this.#names < this.#spare) return this.#remove(port, `spare-${this.#names++}`);
          return this.#createAgain(port);
        }),
      ),
    ]);
  }

  /**
   * Returns descriptions of violations: of the last `most` acknowledgements, and of all requests without a response.
   */
  async check(port: number, most: number): Promise<string[]> {
    const broken: string[] = [];
    const checks = [
      ...this.#journal
        .read()
        .slice(-most)
        .map((entry) => () => problemsOfEntry(port, entry)),
      ...Array.from(this.#openCreations, (domain) => () => this.#isWhole(port, domain)),
      ...Array.from(this.#openDeletions, (name) => () => this.#settleDeletion(port, name)),
      () => this.#isBooked(port),
    ];
    const remaining = checks.values();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const check of remaining) broken.push(...(await check()));
      }),
    );
    return broken;
  }

  async #create(port: number, domain: string): Promise<boolean> {
    this.#openCreations.add(domain);
    const answer = await unlessGone(create(port, bodyFor(domain)));
    if (answer === undefined) return false;
    expect(answer, 201);
    this.#openCreations.delete(domain);
    this.#recent = [...this.#recent.slice(-20), domain];
    this.#journal.add({ kind: "created", domain, connection: answer.body });
    return true;
  }

  /** Sends an acknowledged creation again, which the sandbox must refuse with 409. */
  async #createAgain(port: number): Promise<boolean> {
    const domain = this.#recent.at(-1 - Math.floor(this.#next() * 20));
    if (domain === undefined) return true;
    const answer = await unlessGone(create(port, bodyFor(domain)));
    if (answer !== undefined) expect(answer, 409);
    return answer !== undefined;
  }

  async #remove(port: number, name: string): Promise<boolean> {
    this.#openDeletions.add(name);
    const answer = await unlessGone(remove(port, name));
    if (answer === undefined) return false;
    expect(answer, 204);
    this.#openDeletions.delete(name);
    this.#journal.add({ kind: "deleted", name });
    return true;
  }

  async #book(port: number): Promise<boolean> {
    const isTrialing = this.#next() < 0.5;
    this.#trials = [...this.#trials.slice(0, 1), isTrialing];
    const answer = await unlessGone(book(port, "ENTERPRISE", isTrialing));
    if (answer === undefined) return false;
    expect(answer, 200);
    this.#trials = [isTrialing];
    return true;
  }

  /** Determines the outcome of a creation without a response by sending it again. */
  async #isWhole(port: number, domain: string): Promise<string[]> {
    const again = await create(port, bodyFor(domain));
    const { id, existing_id: existing } = objectOf(again.body);
    const path = `/auth/connections/${String(again.status === 201 ? id : existing)}`;
    const { status, body } = await send(port, { method: "GET", path });
    const isComplete = isDeepStrictEqual({ ...objectOf(body), ...requestFor(domain) }, body);
    if (status !== 200 || !isComplete) return [`${domain} is there by half`];
    this.#openCreations.delete(domain);
    this.#journal.add({ kind: "created", domain, connection: body });
    return [];
  }

  async #settleDeletion(port: number, name: string): Promise<string[]> {
    const { status } = await remove(port, name);
    this.#openDeletions.delete(name);
    this.#journal.add({ kind: "deleted", name });
    return status === 204 || status === 404 ? [] : [`${name} answers ${status}`];
  }

  async #isBooked(port: number): Promise<string[]> {
    // The seed's plan allows too few connections for this test.
    if (this.#trials.length === 0) await this.#book(port);
    const { body } = await send(port, { method: "GET", path: "/sandbox/plan" });
    const { plan, is_trialing: isTrialing } = objectOf(body);
    const possible = this.#trials.filter((trial) => plan === "ENTERPRISE" && trial === isTrialing);
    if (possible.length === 0) return [`the plan is ${JSON.stringify(body)}`];
    this.#trials = possible;
    return [];
  }
}

async function problemsOfEntry(port: number, entry: Entry): Promise<string[]> {
  if (entry.kind === "created") return problemsOfDomain(port, entry.domain, entry.connection);
  const { status } = await remove(port, entry.name);
  return status === 404 ? [] : [`${entry.name} was deleted, and then ${status}`];
}

async function problemsOfDomain(port: number, domain: string, acknowledged: unknown): Promise<string[]> {
  const id = objectOf(acknowledged)["id"];
  const again = await create(port, bodyFor(domain));
  if (again.status !== 409) return [`${domain} was created, and then ${again.status}`];
  if (objectOf(again.body)["existing_id"] !== id) return [`${domain} is another connection`];
  const { body } = await send(port, { method: "GET", path: `/auth/connections/${String(id)}` });
  return isDeepStrictEqual(body, acknowledged) ? [] : [`${domain} is not what was acknowledged`];
}

/** Returns the response, or undefined if none arrived. */
const unlessGone = (answer: Promise<Answer>): Promise<Answer | undefined> => answer.catch(() => undefined);

function expect({ status, text }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text}`);
}
