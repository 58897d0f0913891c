// A service whose logins depend on the submitted values, and that repeats submitted values in its errors.
import * as z from "zod/mini";
import { created } from "../ui/literals.ts";
import type { Answer, Received, StandIn } from "../ui/standIn.ts";

/** The state of a login. Each step prompts with a form of its own. */
type Step = "nothing" | "credentials" | "credentials again" | "code" | "done";

const Values = z.object({ field_values: z.record(z.string(), z.string()) });

/** Added to repeated values, so that the display of an error can be found. */
export const echoMarker = "echo-of-the-login";

/** A website's login as the service reports it. */
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

  /** Number of started logins. */
  get started(): number {
    return this.#logins;
  }

  /** Number of reads of the connection. */
  get read(): number {
    return this.#standIn.received.filter(({ path }) => path === `/auth/connections/${this.id}`).length;
  }

  /** Lets the website accept the values from its own page. */
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
        return { status: 400, body: echoError(body, values) };
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

/** Returns an error (interface.md §2.9) with the submitted values in each of its texts. */
function echoError(body: string, values: readonly string[]): string {
  const [code = "", ...others] = values;
  const message = `${echoMarker} ${values.join(" ")} ${body}`;
  const details = others.map((value) => ({ code: value, message: `${echoMarker} ${value}` }));
  return JSON.stringify({ code, message, details, inner_error: { code, message } });
}
