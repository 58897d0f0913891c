// Renders a profile's readiness: the sites that a browser with the profile is logged in to, and remedies for the
// other sites.
import { l10n } from "vscode";
import type { CardBlock, CardValue } from "../../../card/card.ts";
import { compact } from "../../../domain/compact.ts";
import { rankConnections } from "../../../domain/connections/connectionView.ts";
import { isReady, unreadySites, type ListedProfile } from "../../../domain/resources/profiles.ts";
import { readinessLabel } from "../../catalogue/connectionLabels.ts";
import { nextAction } from "../../connections/shown/connectionActions.ts";
import { stripFrame } from "../../connections/shown/connectionBlocks.ts";
import { weekFrame } from "../../connections/week/weekStrip.ts";
import type { WeekStrips } from "../../connections/week/weekStrips.ts";
import { moreUsersNote, usersBlock, type Users } from "../../resourceEngine/usedBy.ts";
import { type ButtonAction, type ResultButton, commandButton } from "../../results/buttons.ts";
import { capitalize } from "../../words/labels.ts";
import { withFullStop } from "../../words/sentences.ts";

/**
 * Renders a pill that shows whether a profile is ready for its sites. Returns undefined if the profile has no sites, or
 * if all known sites are ready but the list of sites is incomplete.
 */
export function readinessValue({ usedBy, isComplete }: Users): CardValue | undefined {
  if (!isReady(usedBy)) return { text: l10n.t("Not ready"), tone: "warning" };
  return usedBy.length > 0 && isComplete ? { text: l10n.t("Ready"), tone: "success" } : undefined;
}

/** Describes how many sites a profile is ready for or, if the profile has no sites yet, the missing step. */
export function readinessWords({ name }: ListedProfile, { usedBy, isComplete }: Users): readonly string[] {
  if (name === undefined) return [l10n.t("Connections can't use a profile without a name.")];
  const words = readinessLabel(usedBy, new Date());
  if (words !== undefined) return [withFullStop(capitalize(words))];
  return isComplete ? [l10n.t("Create a connection to log the profile in to a site.")] : [];
}

/**
 * Renders the sites of a profile, the most urgent first, each with its status and a timeline strip for the last seven
 * days. A site links to its connection.
 */
export function sitesBlocks(
  week: Pick<WeekStrips, "strip">,
  users: Users,
  accountId: string,
): readonly CardBlock<ButtonAction>[] {
  const { usedBy, isComplete } = users;
  if (usedBy.length === 0) return [usersBlock(users, { unused: l10n.t("No connection uses this profile.") })];
  const now = new Date();
  const strips = rankConnections(usedBy, now).map((site) => week.strip(accountId, site, stripFrame(site)));
  return compact<CardBlock<ButtonAction>>(
    { ...weekFrame(now.getTime()), title: l10n.t("Sites"), groups: [{ strips }] },
    !isComplete && { kind: "list", title: l10n.t("Other sites"), items: [{ text: moreUsersNote() }] },
  );
}

/**
 * Returns the primary button. If a site isn't ready, the button fixes that site. If all sites are ready, the button
 * copies code that uses the profile. If the profile has no sites, the button creates a connection.
 */
export function nextButton(
  { name }: ListedProfile,
  rename: ResultButton | undefined,
  { usedBy, isComplete }: Users,
): ResultButton | undefined {
  if (name === undefined) return rename;
  const unready = unreadySites(usedBy);
  const [first, ...others] = unready;
  if (first === undefined) {
    if (usedBy.length > 0) return profileCodeButton(name);
    return isComplete ? createButton(name) : undefined;
  }
  if (others.length === 0) return nextAction(first) ?? profileCodeButton(name);
  return commandButton(l10n.t("Make Sure All Are Logged In"), "managedAuth.ensureLoggedIn", {
    ids: unready.map(({ connection }) => connection.id),
  });
}

/** Returns a profile's secondary buttons: launch a browser, copy code and add another site. */
export function otherButtons({ name }: ListedProfile, { usedBy }: Users): readonly ResultButton[] {
  if (name === undefined) return [];
  const launch = commandButton(l10n.t("Launch Browser…"), "managedAuth.launchBrowser", { profile: name });
  if (usedBy.length === 0) return [launch];
  return [launch, ...(isReady(usedBy) ? [] : [profileCodeButton(name)]), createButton(name)];
}

function profileCodeButton(profile: string): ResultButton {
  return commandButton(l10n.t("Copy Code…"), "managedAuth.copyUseCode", { profile });
}

function createButton(profile_name: string): ResultButton {
  return commandButton(l10n.t("Create Connection…"), "managedAuth.createConnection", {
    draft: { profile_name },
  });
}
