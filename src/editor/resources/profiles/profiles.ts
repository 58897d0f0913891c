// Defines browser profiles for `resourceEngine`, which prompts for their values, sends the requests and renders the
// pages. `readiness.ts` renders the sites of a profile.
import { l10n } from "vscode";
import { createProfile, deleteProfile, getProfile, renameProfile } from "../../../api/operations.ts";
import { maxProfileNameLength } from "../../../api/resourceRequests.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { isReady, profileModel, unreadySites } from "../../../domain/resources/profiles.ts";
import type { ListedProfile, ProfileValues } from "../../../domain/resources/profiles.ts";
import { display } from "../../../domain/text/display.ts";
import { isSameProfileName } from "../../../domain/text/names.ts";
import { isLaunchName } from "../../../domain/code/useCode.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { sortBrokenLast } from "../../catalogue/pickerLists.ts";
import { profilePick } from "../../catalogue/picks.ts";
import type { CommandGroup, StartCommand } from "../../kit/command.ts";
import { showAction } from "../../connections/shown/fetchConnection.ts";
import { confirm, bulletLines as linesOf, warn } from "../../kit/notify.ts";
import type { WeekStrips } from "../../connections/week/weekStrips.ts";
import { resourceCommands } from "../../resourceEngine/commands.ts";
import { text } from "../../resourceEngine/fields/text.ts";
import { refreshCallbacks, requestsOf } from "../../resourceEngine/resource.ts";
import type { ListedParts, RemovableResource } from "../../resourceEngine/resource.ts";
import { commandButton } from "../../results/buttons.ts";
import { dateRow } from "../../results/cardParts.ts";
import type { EditingContext } from "../../resourceEngine/unfinished.ts";
import { checkName, inputError, inputWarning, type InputCheck } from "../../words/inputChecks.ts";
import { formatCount } from "../../words/formatting.ts";
import { joinSentences } from "../../words/sentences.ts";
import { nextButton, otherButtons, readinessValue, readinessWords, sitesBlocks } from "./readiness.ts";

interface ProfileParts extends ListedParts<"profiles"> {
  readonly start: StartCommand;
  readonly weekStrips: Pick<WeekStrips, "strip">;
}

export function profileCommands(parts: ProfileParts & EditingContext) {
  const { create, edit, list, remove, show } = resourceCommands(profiles(parts), parts);
  return {
    "managedAuth.showProfiles": list,
    "managedAuth.showProfile": show,
    "managedAuth.createProfile": create,
    "managedAuth.renameProfile": edit,
    "managedAuth.deleteProfile": remove,
  } satisfies CommandGroup;
}

export function profiles(parts: ProfileParts): RemovableResource<ListedProfile, ProfileValues> {
  const { start, weekStrips } = parts;
  return {
    model: profileModel,
    operations: { get: getProfile, remove: deleteProfile },
    requests: requestsOf(profileModel, createProfile, renameProfile),
    addressedBy: "id_or_name",
    icon: "person",
    unfinished: (creations) => creations.profile,
    nameOf: ({ id, name }) => name ?? id,
    choosing: {
      placeholder: () => l10n.t("Choose or type a profile"),
      emptyText: () => l10n.t("No profiles yet."),
      typed: () => l10n.t("The ID or name"),
      load: (lists) => sortBrokenLast(lists.profiles, ({ usedBy = [] }) => !isReady(usedBy)),
      idOf: ({ id, name = "" }) => id || name,
      row: profilePick,
    },
    ...refreshCallbacks(parts, "profiles"),
    async confirmChange({ live: { id, name = id }, users: { usedBy } }) {
      if (usedBy.length === 0) return true;
      return confirm(
        l10n.t('Rename profile "{0}"?', display(name)),
        [
          joinSentences([
            profileUsersWarning(usedBy.length),
            l10n.t("Files and code may use the profile, too."),
          ]),
          "",
          ...linesOf(usedBy.map((user) => display(connectionName(user)))),
        ].join("\n"),
        l10n.t("Rename"),
      );
    },
    refuseRemoval({ access, users }) {
      const running = unreadySites(users.usedBy).find(({ state }) => state.kind === "running");
      if (running === undefined) return false;
      const { connection } = running;
      void warn(
        l10n.t("Not deleted: a login for {0} is running.", display(connection.domain ?? connection.id)),
        showAction({ start }, access, connection),
      );
      return true;
    },
    fixUser: ({ id }) => commandButton(l10n.t("Show Connection"), "managedAuth.showConnection", { id }),
    commands: {
      list: "managedAuth.showProfiles",
      show: "managedAuth.showProfile",
      edit: "managedAuth.renameProfile",
      remove: "managedAuth.deleteProfile",
    },
    fields: {
      name: text(profileModel.fields.name, {
        label: l10n.t("Name"),
        prompt: ({ live, users }) =>
          live === undefined
            ? l10n.t("A name for the profile. Connections, files and code use this name.")
            : renamePrompt(users.usedBy),
        placeholder: () => "release-bot",
        check: (name, { otherReplies, refused }) =>
          checkProfileName(name, [...otherReplies().flatMap((profile) => profile.name ?? []), ...refused]),
        parse: (name) => name,
      }),
    },
    page: {
      state: (_, users) => readinessValue(users),
      summary: readinessWords,
      lastRows: ({ created_at, last_used_at, updated_at }) => [
        dateRow(l10n.t("Last used"), last_used_at),
        dateRow(l10n.t("Created"), created_at),
        dateRow(l10n.t("Changed"), updated_at),
      ],
      users: (users, accountId) => sitesBlocks(weekStrips, users, accountId),
      next: (profile, _, edit, users) => nextButton(profile, edit, users),
      more: otherButtons,
    },
    text: {
      singular: l10n.t("Profile"),
      plural: l10n.t("Profiles"),
      titles: {
        list: l10n.t("Show Profiles…"),
        show: l10n.t("Show Profile"),
        create: l10n.t("Create Profile"),
        edit: l10n.t("Rename Profile"),
        remove: l10n.t("Delete Profile"),
      },
      edit: l10n.t("Rename…"),
      reading: l10n.t("Reading the profile…"),
      notRead: l10n.t("Couldn't read the profile"),
      unused: l10n.t("No connection uses this profile."),
      created: l10n.t("Create a connection to log the profile in to a site."),
      found: l10n.t("The profile exists."),
      saved: ({ users: { usedBy } }) =>
        usedBy.length === 0
          ? [l10n.t("Files and code that use the profile need the new name.")]
          : [l10n.t("Check connections, files and code that used the old name.")],
      mayComeYet: l10n.t("The name may still change. Check Now reads the profile again."),
      unseen: l10n.t("The profile has the new name."),
      remove: (name) => l10n.t('Delete profile "{0}"?', name),
      destroys: l10n.t("Deletes the profile's cookies."),
      usersLose: profileUsersWarning,
      irreversible: l10n.t("You can't undo this."),
      inUse: l10n.t("First delete the connections that use the profile, then try again."),
      removed: l10n.t("Check these connections: they used the profile."),
      affectedUsersTitle: l10n.t("Used the profile"),
    },
  };
}

/** Returns a warning that changing or deleting a profile may affect the given number of connections. */
function profileUsersWarning(users: number): string {
  return users === 1
    ? l10n.t("1 connection uses this profile; the service doesn't document what happens to that connection.")
    : l10n.t(
        "{0} connections use this profile; the service doesn't document what happens to them.",
        formatCount(users),
      );
}

function renamePrompt({ length }: readonly ManagedAuth[]): string {
  const name = l10n.t("Another name for the profile. Files and code need the new name.");
  return length === 0 ? name : joinSentences([name, profileUsersWarning(length)]);
}

/** Validates the name of a profile, which must differ from the names in `takenNames`. */
function checkProfileName(name: string, takenNames: readonly string[]): InputCheck | undefined {
  const check = checkName(l10n.t("The profile name"), name);
  if (check?.severity === "error") return check;
  if (Array.from(name).length > maxProfileNameLength)
    return inputError(l10n.t("Enter at most {0} characters.", formatCount(maxProfileNameLength)));
  if (takenNames.some((taken) => isSameProfileName(taken, name)))
    return inputError(l10n.t("Another profile has this name. Capitalization and accents are ignored."));
  if (check !== undefined || isLaunchName(name)) return check;
  return inputWarning(
    l10n.t(
      "To launch browsers by name, use letters, digits, dots, underscores and hyphens. Otherwise, use the ID.",
    ),
  );
}
