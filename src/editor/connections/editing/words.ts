import { l10n } from "vscode";
import type { Proxy } from "../../../api/otherResources.ts";
import { display } from "../../../domain/text/display.ts";
import type { CredentialAnswer, Draft } from "../../../domain/draft/draft.ts";
import type { Setting } from "../../../domain/connections/settings.ts";
import { credentialWords } from "../creation/steps/credential.ts";
import { options } from "../creation/steps/options.ts";
import { proxyWords } from "../creation/steps/proxy.ts";
import { onOff } from "../shown/words/settings.ts";

/** What a setting of a connection is, or is to become; a proxy by its name, too, where that is known. */
export function settingWords(setting: Setting, draft: Draft, proxies: readonly Proxy[]): string {
  switch (setting) {
    case "proxy":
      return draft.proxy === undefined ? unknown() : display(proxyWords(draft.proxy, proxies));
    case "credential":
      return draft.credential === undefined ? unknown() : credentialWords(shownNames(draft.credential));
    case "login_url":
    case "allowed_domains":
    case "stealth":
    case "telemetry":
      return display(options[setting].effective(draft, undefined).text);
    case "record_session":
    case "save_credentials":
    case "health_checks":
    case "health_check_interval":
    case "auto_reauth":
      return draft[setting] === undefined
        ? onOff(undefined)
        : options[setting].effective(draft, undefined).text;
  }
}

/** Each name is cut by itself: a long one leaves the others to be seen. */
function shownNames(credential: CredentialAnswer): CredentialAnswer {
  switch (credential.kind) {
    case "none":
      return credential;
    case "stored":
      return { ...credential, name: display(credential.name) };
    case "lookup":
      return { ...credential, provider: display(credential.provider) };
    case "item":
      return {
        ...credential,
        provider: display(credential.provider),
        path: display(credential.path),
      };
  }
}

/** The service reports something that no answer stands for. */
function unknown(): string {
  return l10n.t("Not known to this version");
}
