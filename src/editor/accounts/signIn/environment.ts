import { l10n } from "vscode";
import { parseBaseUrl } from "../../../api/baseUrl.ts";
import { checkToken } from "../../../api/token.ts";
import { publicBaseUrl } from "../../../domain/requestCode/codePlace.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { Answer, Choice } from "../../kit/inputs/ask.ts";
import { displayAddress, displayHost } from "../../words/addresses.ts";

/** The token of the environment, and where that would send it. */
export interface EnvironmentPlace {
  readonly kind: "environment";
  readonly baseUrl: string;
  readonly token: string;
}

/** The places to sign in at with the environment's: first where it is the public one, since Enter takes the first row. */
export function withEnvironmentRow<T>(
  environment: Readonly<Record<string, string | undefined>>,
  places: readonly Choice<T>[],
): readonly Choice<T | EnvironmentPlace>[] {
  const place = environmentPlace(environment);
  if (place === undefined) return places;
  const isPublic = place.baseUrl === publicBaseUrl;
  const row: Choice<EnvironmentPlace> = {
    label: isPublic
      ? l10n.t("KERNEL_API_KEY of the Environment")
      : l10n.t("KERNEL_API_KEY of the Environment, to {0}", displayHost(place.baseUrl)),
    description: displayAddress(place.baseUrl),
    detail: l10n.t("The token is copied into secret storage"),
    value: place,
  };
  return isPublic ? [row, ...places] : [...places, row];
}

/** Only a sound token and a sound address are offered. */
function environmentPlace(
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentPlace | undefined {
  const checked = checkToken(environment["KERNEL_API_KEY"] ?? "");
  const parsed = parseBaseUrl(environment["KERNEL_BASE_URL"] ?? publicBaseUrl);
  if (!checked.ok || !parsed.ok) return undefined;
  return { kind: "environment", baseUrl: parsed.url, token: checked.token };
}

/** Asks before the environment's token goes to another address than the public one, which somebody else may have set. */
export async function maySend({ baseUrl }: EnvironmentPlace): Promise<Answer<boolean>> {
  if (baseUrl === publicBaseUrl) return { kind: "accepted", value: true };
  const host = displayHost(baseUrl);
  return pickOne<boolean>({
    frame: { title: l10n.t("Sign In"), back: true, stays: true },
    placeholder: l10n.t("Send the token in KERNEL_API_KEY to {0}?", host),
    prompt: l10n.t("KERNEL_BASE_URL of the environment names this host. It is not the public service."),
    choices: [
      { label: l10n.t("Sign In Elsewhere"), value: false },
      { label: l10n.t("Send the Token to {0}", host), value: true },
    ],
  });
}
