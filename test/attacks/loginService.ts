// A service whose logins go on by what they are answered, and that repeats in an error what it was sent.
import * as z from "zod/mini";
import { created } from "../ui/literals.ts";
import type { Answer, Received, StandIn } from "../ui/standIn.ts";

/** What a login waits for; each step asks in a form of its own. */
type Step = "nothing" | "credentials" | "credentials again" | "code" | "done";

const Values = z.object({ field_values: z.record(z.string(), z.string()) });

/** Stands beside what is repeated: what the extension showed of an error is found by it. */
export const echoMarker = "echo-of-the-login";

/** A website's login, as the service tells it. */
export class LoginService {
  readonly id = "ma_3f9a2c";
  readonly domain = "example.com";
  /** The address of the page of the next login. */
  page = "";
  #standIn: StandIn;
  #step: Step = "nothing";
  #logins = 0;
  #answers = 0;

  constructor(standIn: StandIn) {
    this.#standIn = standIn;
    const path = `/auth/connections/${this.id}`;
    const json = (body: () => unknown) => (): Answer => ({
      status: 200,
      body: JSON.stringify(body()),
      headers: { "X-Has-More": "false", "X-Next-Offset": "0" },
    });
    standIn.at(
      "/auth/connections",
      json(() => [this.#connection()]),
    );
    standIn.at(
      path,
      json(() => this.#connection()),
    );
    standIn.at(
      `${path}/timeline`,
      json(() => this.#timeline()),
    );
    standIn.reply("POST", (received) => this.#posted(received));
  }

  /** How many logins were started. */
  get started(): number {
    return this.#logins;
  }

  /** How often the connection was read. */
  get read(): number {
    return this.#standIn.received.filter(({ path }) => path === `/auth/connections/${this.id}`).length;
  }

  /** The website takes what somebody entered on its page. */
  finish(): void {
    this.#step = "done";
  }

  #posted({ body, path }: Received): Answer {
    if (path.endsWith("/login")) {
      this.#logins++;
      this.#become("credentials");
      const { flow_expires_at, flow_type, hosted_url } = this.#flow();
      return { status: 200, body: JSON.stringify({ id: this.id, flow_expires_at, flow_type, hosted_url }) };
    }
    const values = Object.values(Values.parse(JSON.parse(body)).field_values);
    if (values.includes("")) return { status: 400, body: "{}" };
    switch (this.#answers++) {
      case 0:
        this.#become("credentials again");
        break;
      case 1:
        return { status: 400, body: echoing(body, values) };
      case 2:
        this.#become("code");
        break;
      default:
        this.#become("done");
    }
    return { status: 202, body: `{"accepted":true}` };
  }

  #become(step: Step): void {
    this.#step = step;
  }

  #connection(): object {
    const isIn = this.#step === "done";
    return {
      ...(JSON.parse(created) as object),
      ...(isIn && { status: "AUTHENTICATED", can_reauth: true, can_reauth_reason: "has_credential" }),
      ...(this.#logins > 0 && this.#flow()),
    };
  }

  #flow() {
    const isOver = this.#step === "done";
    const again = this.#step === "credentials again";
    return {
      flow_type: "LOGIN",
      flow_status: isOver ? "SUCCESS" : "IN_PROGRESS",
      flow_step: isOver ? "COMPLETED" : "AWAITING_INPUT",
      flow_expires_at: new Date(Date.now() + 1_200_000).toISOString(),
      interaction_id: `mai_${this.#logins}_${this.#answers}`,
      fields: isOver ? null : this.#fields(),
      hosted_url: this.page,
      ...(again && { website_error: "That is not the password." }),
    };
  }

  #fields(): readonly object[] {
    if (this.#step === "code")
      return [{ id: "field_code", ref: "code", type: "code", reason: "missing", label: "Verification code" }];
    const reason = this.#step === "credentials again" ? "rejected" : "missing";
    return [
      { id: "field_user", ref: "user", type: "identifier", reason: "missing", label: "User name" },
      { id: "field_password", ref: "password", type: "password", reason, label: "Password" },
    ];
  }

  #timeline(): readonly object[] {
    return Array.from({ length: this.#logins }, (_, index) => ({
      id: `login_${index + 1}`,
      type: "login",
      status: index + 1 < this.#logins || this.#step === "done" ? "SUCCESS" : "IN_PROGRESS",
      timestamp: new Date().toISOString(),
    })).toReversed();
  }
}

/** §2.9, with what was sent in each of its texts. */
function echoing(body: string, values: readonly string[]): string {
  const [code = "", ...others] = values;
  const message = `${echoMarker} ${values.join(" ")} ${body}`;
  const details = others.map((value) => ({ code: value, message: `${echoMarker} ${value}` }));
  return JSON.stringify({ code, message, details, inner_error: { code, message } });
}
