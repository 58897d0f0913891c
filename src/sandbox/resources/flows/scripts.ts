// How flows go: what is shown of one from so many milliseconds after its beginning on.
import * as z from "zod/mini";
import type { FlowFields } from "../connections/document.ts";

export const ScriptName = z.enum(["waiting", "refused"]);
export type ScriptName = z.infer<typeof ScriptName>;

interface Step {
  readonly after: number;
  /** In what it differs from a connection without a flow; times, addresses and the session are added. */
  readonly shows: Pick<FlowFields, "flow_type" | "flow_status" | "flow_step"> & Partial<FlowFields>;
}

interface Script {
  /** Whether it begins anew before it expires: a login of the seed, which stays in progress. */
  readonly renews: boolean;
  readonly steps: readonly [Step, ...Step[]];
}

const login = { flow_type: "LOGIN", flow_status: "IN_PROGRESS" } as const;
const discovering: Step = { after: 0, shows: { ...login, flow_step: "DISCOVERING" } };

/** The canonical choices and fields, and the same in the older lists. */
const lists: Partial<FlowFields> = {
  choices: [
    {
      id: "choice_sms",
      type: "mfa_method",
      label: "Text message",
      masked_destination: "•••-•••-4242",
      mfa_type: "sms",
      observed_selector: "#mfa-sms",
    },
    {
      id: "choice_email",
      type: "mfa_method",
      label: "E-mail",
      description: "The code is valid for 10 minutes.",
      masked_destination: "a••••@helpdesk.example",
      mfa_type: "email",
    },
    { id: "choice_google", type: "sso_provider", label: "Continue with Google", display_text: "Google" },
    {
      id: "choice_team",
      type: "account",
      label: "Helpdesk Team",
      context: "2 accounts belong to this address",
      description: "agent@helpdesk.example",
    },
  ],
  fields: [
    {
      id: "field_code",
      ref: "verification_code",
      type: "code",
      label: "Verification code",
      hint: "Sent to •••-•••-4242",
      observed_selector: "#otp",
    },
    { id: "field_device", ref: "device_name", type: "text", label: "Name of this device", required: false },
  ],
  discovered_fields: [
    {
      name: "otp",
      type: "code",
      label: "Verification code",
      selector: "#otp",
      hint: "Sent to •••-•••-4242",
      placeholder: "6 digits",
      linked_mfa_type: "sms",
    },
    { name: "device", type: "text", label: "Name of this device", selector: "#device", required: false },
  ],
  mfa_options: [
    { type: "sms", label: "Text message", target: "•••-•••-4242" },
    {
      type: "email",
      label: "E-mail",
      description: "The code is valid for 10 minutes.",
      target: "a••••@helpdesk.example",
    },
  ],
  pending_sso_buttons: [
    { selector: "//button[@id='google']", provider: "google", label: "Continue with Google" },
  ],
  sign_in_options: [{ id: "team", label: "Helpdesk Team", description: "agent@helpdesk.example" }],
};

export const scripts: Readonly<Record<ScriptName, Script>> = {
  waiting: {
    renews: true,
    steps: [{ after: 0, shows: { ...login, flow_step: "AWAITING_INPUT", ...lists } }],
  },
  refused: {
    renews: false,
    steps: [
      discovering,
      {
        after: 60_000,
        shows: {
          flow_type: "LOGIN",
          flow_status: "FAILED",
          flow_step: "SUBMITTING",
          error_code: "credentials_invalid",
          error_message: "The website did not accept the password.",
          website_error: "The password you entered is incorrect. You have 2 attempts left.",
        },
      },
    ],
  },
};
