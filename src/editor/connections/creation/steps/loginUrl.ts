import { l10n } from "vscode";
import { display } from "../../../../domain/text/display.ts";
import { withDefault } from "../../../../domain/draft/draft.ts";
import { holdsLogin, longestLoginUrl, readLoginUrl } from "../../../../domain/draft/loginUrl.ts";
import { askText } from "../../../kit/inputs/ask.ts";
import { error, info, warning } from "../../../words/names.ts";
import type { Check } from "../../../words/names.ts";
import { count } from "../../../words/numbers.ts";
import type { Option } from "./option.ts";

/** The login page (§4.1 `login_url`), which spares the service looking for it. */
export const loginUrl: Option = {
  group: "login",
  label: () => l10n.t("Login page"),
  effective: ({ login_url }) =>
    login_url === undefined
      ? { text: l10n.t("Found by the service"), source: "default" }
      : { text: login_url, source: "chosen" },
  ask: async ({ before, draft, frame, typed }) => {
    const clears = (text: string): boolean => before !== undefined && text.trim() === "";
    const answer = await askText({
      frame,
      prompt:
        before === undefined
          ? l10n.t("Address of the login page. The service then does not look for it.")
          : l10n.t("Address of the login page. Leave it empty to have the service look for it."),
      placeholder: `https://${draft.domain ?? "example.com"}/login`,
      value: typed ?? draft.login_url ?? "",
      check: (text) => (clears(text) ? undefined : check(text)),
    });
    if (answer.kind !== "accepted") return answer;
    if (clears(answer.value)) return { kind: "answered", draft: withDefault(draft, "login_url") };
    const url = readLoginUrl(answer.value);
    return url === undefined
      ? { kind: "back", typed: answer.value }
      : { kind: "answered", draft: { ...draft, login_url: url } };
  },
};

function check(text: string): Check | undefined {
  if (text.trim().length > longestLoginUrl)
    return error(l10n.t("An address has at most {0} characters.", count(longestLoginUrl)));
  if (holdsLogin(text)) return error(l10n.t("Leave out the user name and password: the address is shown."));
  const url = readLoginUrl(text);
  if (url === undefined)
    return error(l10n.t("This is not a web address. Type one such as https://example.com/login."));
  const asTyped = url === text.trim();
  if (url.startsWith("http:"))
    return warning(
      asTyped
        ? l10n.t("Plain http: what is typed there can be read on the way.")
        : l10n.t(
            "Press Enter to use {0}. Plain http: what is typed there can be read on the way.",
            display(url),
          ),
    );
  return asTyped ? undefined : info(l10n.t("Press Enter to use {0}", display(url)));
}
