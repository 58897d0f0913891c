import { env, l10n, type Disposable } from "vscode";
import { systemClock, type Clock } from "../../../api/clock.ts";
import { getOneTimeCode } from "../../../api/operations.ts";
import { parseDate } from "../../../domain/dates.ts";
import type { AccountAccess, RequiresAccess } from "../../accounts/clientFactory.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import { copyLines, inform, warn } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import type { StartCommand } from "../../kit/command.ts";
import { describeError } from "../../words/errors.ts";
import { joinSentences, withFullStop } from "../../words/sentences.ts";
import { choose } from "../../resourceEngine/choose.ts";
import { choosingCredential } from "./credentials.ts";

/**
 * Default lifetime of a one-time code, in milliseconds. Used if the service reports no expiry. Most codes are valid
 * for 30 seconds.
 */
const defaultLifetimeMs = 30_000;
/**
 * Longest remaining lifetime that is accepted from the service, in milliseconds. If the service reports a longer
 * lifetime, the default applies.
 */
const maxClearDelayMs = 300_000;

interface OneTimeCodeParts extends RequiresAccess {
  readonly session: ActiveSession;
  readonly start: StartCommand;
}

/** Runs "Copy One-Time Code". Clears the last copied code from the clipboard once the code has expired. */
export class OneTimeCodes implements Disposable {
  readonly #parts: OneTimeCodeParts;
  readonly #following: Disposable;
  readonly #clock: Clock;
  #disposed = false;
  #copied: { readonly code: string; readonly accountId: string; readonly stop: () => void } | undefined;

  constructor(parts: OneTimeCodeParts, clock = systemClock) {
    this.#parts = parts;
    this.#clock = clock;
    const { session } = parts;
    this.#following = session.onDidChange(() => {
      if (this.#copied !== undefined && !this.#isOf(this.#copied.accountId)) void this.#clear();
    });
  }

  /** Copies the code of the given credential, or prompts for a credential. Shows how long the code is valid. */
  async copy({ id }: { readonly id?: string | undefined }): Promise<void> {
    const title = l10n.t("Copy One-Time Code");
    const access = await this.#parts.requireAccess(title);
    const chosen =
      access &&
      (id ??
        (await choose(choosingCredential, access, title, {
          isEligible: ({ has_totp_secret }) => has_totp_secret !== false,
        })));
    if (access !== undefined && chosen !== undefined) await this.#read(access, title, chosen);
  }

  async #read(access: AccountAccess, title: string, id: string): Promise<void> {
    const outcome = await whileLoading({ title, back: false }, l10n.t("Reading the code…"), (signal) =>
      access.client.call(getOneTimeCode, { path: { id_or_name: id } }, signal),
    );
    if (outcome === undefined || outcome.kind === "cancelled") return;
    if (outcome.kind === "failed") {
      const { error } = outcome;
      const { advice, headline } = describeError(error);
      if (error.kind === "notFound" && error.missing === "resource")
        void warn(l10n.t("This credential has no authenticator secret."), {
          label: l10n.t("Edit Credential"),
          run: () => this.#parts.start("managedAuth.editCredential", { id }, access.account.id),
        });
      else
        void warn(joinSentences([withFullStop(headline), ...advice]), {
          label: l10n.t("Try Again"),
          run: () => this.#read(access, title, id),
        });
      return;
    }
    const { code, expires_at = "" } = outcome.value;
    // Prefer the service's timestamps for the lifetime, because this computer's clock may be wrong.
    const remainingMs =
      (parseDate(expires_at)?.getTime() ?? Number.NaN) - (outcome.answeredAt ?? this.#clock.now());
    const isExpiryKnown = remainingMs > 0 && remainingMs <= maxClearDelayMs;
    // Don't copy the code if the window switched accounts or closed during the request.
    if (!this.#isOf(access.account.id) || !(await copyLines([code]))) return;
    this.#copied?.stop();
    const stop = this.#clock.timer(isExpiryKnown ? remainingMs : defaultLifetimeMs, () => void this.#clear());
    this.#copied = { code, accountId: access.account.id, stop };
    void inform(
      isExpiryKnown
        ? l10n.t("One-time code copied. Expires in {0} seconds.", Math.ceil(remainingMs / 1000))
        : l10n.t("One-time code copied. Expires soon."),
      { label: l10n.t("Copy Another"), run: () => this.#read(access, title, id) },
    );
  }

  /** Clears the copied code if the clipboard still contains it. */
  dispose(): void {
    this.#disposed = true;
    this.#following.dispose();
    void this.#clear();
  }

  /** True if this window is still open and signed in to the account. */
  #isOf(accountId: string): boolean {
    const { state } = this.#parts.session;
    return !this.#disposed && state.kind === "signedIn" && state.account.id === accountId;
  }

  async #clear(): Promise<void> {
    const copied = this.#copied;
    if (copied === undefined) return;
    copied.stop();
    this.#copied = undefined;
    // Don't clear anything that the user copied after the code.
    if ((await env.clipboard.readText()) === copied.code) await env.clipboard.writeText("");
  }
}
