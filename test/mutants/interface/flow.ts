// §2.7: what a flow waits for.
import { guards, type Mutant, type Row } from "../mutant.ts";
import { unknown } from "./row.ts";

const told = (list: string, value: string, words: string): Row =>
  unknown(value, words, `is told in words: ${list} ${value}`);

export const flowRules: readonly Mutant[] = [
  ...guards("src/editor/connections/shown/words/awaited.ts", "test/contract/document.test.ts", [
    told("fields", "text", "text"),
    told("discovered_fields", "email", "email address"),
    told("fields", "identifier", "user name or other identifier"),
    [
      "A field's password has words",
      `    password: l10n.t("password"),\n    tel:`,
      `    tel:`,
      "is told in words: fields password",
    ],
    told("discovered_fields", "tel", "phone number"),
    told("discovered_fields", "number", "number"),
    told("discovered_fields", "url", "web address"),
    told("fields", "code", "code"),
    [
      "A field's totp has words",
      `    totp: l10n.t("authenticator code"),\n`,
      ``,
      "is told in words: discovered_fields totp",
    ],
    [
      "totp_code has words",
      `    totp_code: l10n.t("authenticator code"),\n`,
      ``,
      "is told in words: fields totp_code",
    ],
    told("fields", "totp_secret", "authenticator secret"),
    told("choices", "mfa_method", "second factor"),
    told("choices", "sso_provider", "identity provider"),
    told("choices", "sign_in_method", "way to log in"),
    told("choices", "auth_method", "way to authenticate"),
    told("choices", "identifier_method", "kind of identifier"),
    told("choices", "account", "account"),
    told("mfa_options", "sms", "code by SMS"),
    told("mfa_options", "call", "phone call"),
    [
      "A choice's email has words",
      `    email: l10n.t("code by email"),\n`,
      ``,
      "is told in words: mfa_options email",
    ],
    [
      "A choice's totp has words",
      `    totp: l10n.t("authenticator app"),\n`,
      ``,
      "is told in words: mfa_options totp",
    ],
    told("mfa_options", "push", "push message"),
    [
      "A choice's password has words",
      `    password: l10n.t("password"),\n    passkey:`,
      `    passkey:`,
      "is told in words: mfa_options password",
    ],
    told("choices with an MFA method", "passkey", "passkey"),
    told("mfa_options", "switch", "another method"),
    told("choices", "other", "something else"),
  ]),
];
