import { l10n } from "vscode";
import * as z from "zod/mini";
import { listProjects } from "../../api/operations.ts";
import { listWith, type Listing } from "../../api/listing.ts";
import type { Project } from "../../api/resourceSchemas.ts";
import { isProjectId } from "../../api/requestUrl.ts";
import { distinctNames } from "../../domain/text/names.ts";
import { display } from "../../domain/text/display.ts";
import { accountIdOf } from "../../storage/scope.ts";
import { type Account, inProject } from "../accounts/accounts.ts";
import type { RequiresAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession } from "../accounts/session.ts";
import { setContext } from "../kit/contextKeys.ts";
import { command, type Commands } from "../kit/command.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { inform, showStatus, warn } from "../kit/notify.ts";
import { describeError } from "../words/errors.ts";
import { joinSentences, withFullStop } from "../words/sentences.ts";
import { type Choice, pickOne } from "../kit/inputs/ask.ts";
import { accountLabel } from "../accounts/accountLabels.ts";
import { compact } from "../../domain/compact.ts";

interface ProjectParts extends RequiresAccess {
  readonly service: ClientFactory;
  readonly session: WindowSession;
}

export function projectCommands(parts: ProjectParts): Commands<"managedAuth.chooseProject"> {
  return {
    "managedAuth.chooseProject": command(z.strictObject({ project: z.optional(z.string()) }), ({ project }) =>
      chooseProject(parts, project),
    ),
  };
}

/**
 * Runs "Choose Project…", which sets the project for all requests of the account, in all windows. Prompts unless an
 * ID is given.
 */
async function chooseProject(parts: ProjectParts, projectId?: string): Promise<void> {
  const title = l10n.t("Choose Project");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const { account } = access;
  const listing = await whileLoading(
    { title, back: false },
    l10n.t("Reading the projects…"),
    async (signal) => {
      // List projects without a project header, because the current project may no longer exist.
      const { client } = await parts.service.access(inProject(account, undefined), signal);
      return listWith(client, listProjects, {}, signal);
    },
  );
  if (listing === undefined || listing.kind === "cancelled") return;
  if (listing.kind === "failed") {
    await reportListFailure(parts, account, listing.error);
    return;
  }
  const projects = usableProjects(listing);
  const requested = projects.find(({ id }) => id === projectId);
  if (requested !== undefined) {
    await useProject(parts, account, { id: requested.id, name: requested.name ?? requested.id });
    return;
  }
  const chosen = await pickProject(title, account, projects);
  if (chosen !== undefined) await useProject(parts, account, chosen.project);
}

/**
 * Returns the projects that can be chosen. The service refuses requests for archived projects, and the ID must be
 * valid in a request header.
 */
const usableProjects = ({ rows }: Listing<Project>): readonly Project[] =>
  rows.filter(({ id, status }) => status !== "archived" && isProjectId(id));

async function useProject(parts: ProjectParts, account: Account, project: Account["project"]): Promise<void> {
  const { state } = parts.session;
  if (state.kind === "signedOut" || accountIdOf(state.account.id) !== accountIdOf(account.id)) {
    void inform(l10n.t("The account changed. No project was chosen."), {
      label: l10n.t("Choose Project…"),
      run: () => chooseProject(parts),
    });
  } else if (await parts.session.switchTo(inProject(account, project))) {
    showStatus(
      project === undefined ? l10n.t("Uses no project") : l10n.t("Uses project {0}", display(project.name)),
    );
  }
}

async function reportListFailure(
  parts: ProjectParts,
  account: Account,
  error: Extract<Listing<Project>, { readonly kind: "failed" }>["error"],
): Promise<void> {
  const { advice, headline } = describeError(error);
  if (error.code !== "projects_disabled") {
    void warn(joinSentences([withFullStop(headline), ...advice]), {
      label: l10n.t("Try Again"),
      run: () => chooseProject(parts),
    });
    return;
  }
  // Clear the chosen project, because a service without projects refuses every request that names a project.
  if (account.project !== undefined) await useProject(parts, account, undefined);
  void setContext("managedAuth.projects", false);
  void inform(withFullStop(l10n.t("Projects are disabled for your organization")));
}

interface ProjectChoice {
  readonly project: Account["project"];
}

async function pickProject(
  title: string,
  account: Account,
  projects: readonly Project[],
): Promise<ProjectChoice | undefined> {
  const isCurrent = ({ project }: ProjectChoice): boolean => project?.id === account.project?.id;
  const defaultProject: ProjectChoice = { project: undefined };
  const named = projects.map(({ id, name }) => ({ id, name: name ?? id }));
  const labels = distinctNames(named);
  const answer = await pickOne<ProjectChoice>({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a project for {0}", accountLabel(inProject(account, undefined))),
    choices: [
      {
        label: l10n.t("No project"),
        description: compact(
          l10n.t("the service's default"),
          isCurrent(defaultProject) && l10n.t("in use"),
        ).join(" · "),
        value: defaultProject,
      },
      ...named.map((project, index): Choice<ProjectChoice> => {
        const chosen: ProjectChoice = { project };
        return {
          label: display(labels[index] ?? project.name),
          ...(isCurrent(chosen) && { description: l10n.t("in use") }),
          value: chosen,
        };
      }),
    ],
    active: isCurrent,
  });
  return answer.value;
}
