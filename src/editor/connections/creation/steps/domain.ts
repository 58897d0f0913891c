import { l10n } from "vscode";
import { readDomain } from "../../../../domain/draft/domainName.ts";
import { askText } from "../../../kit/inputs/ask.ts";
import { checkDomain } from "../../../words/domains.ts";
import type { Ask } from "./context.ts";

/** Asks for the domain to stay logged in to (§4.1 `domain`). */
export const askDomain: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t("Domain that the browser profile should stay logged in to"),
    placeholder: "example.com",
    value: typed ?? draft.domain ?? "",
    check: checkDomain,
  });
  if (answer.kind !== "accepted") return answer;
  const read = readDomain(answer.value);
  return read.ok
    ? { kind: "answered", draft: { ...draft, domain: read.domain } }
    : { kind: "back", typed: answer.value };
};
