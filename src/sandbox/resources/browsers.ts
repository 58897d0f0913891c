// Browsers: /browsers, as far as code needs that launches a browser with a profile. The interface doesn't document
// these operations, so they follow the SDK's types. No browser runs. The addresses of a browser reply with an
// explanation.
import * as z from "zod/mini";
import { getInteger, getOptionalText, type DatabaseRow, getText } from "../db/sqlite.ts";
import { badRequest, errorReply, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { toIsoTime } from "./clock.ts";
import { foundProfile, shownProfile } from "./profiles.ts";
import { belongsToProject, projectColumn } from "./projectScope.ts";
import { hasProxy } from "./proxies.ts";
import { collectionRoutes } from "./collection.ts";
import { publicGetRoute, postRoute, type ReadRequest, defineResource } from "./resource.ts";

const ProfileChoice = z.union([
  z.strictObject({ id: z.string(), save_changes: z.optional(z.boolean()) }),
  z.strictObject({
    name: z.string().check(z.regex(/^[a-zA-Z0-9._-]{1,255}$/)),
    save_changes: z.optional(z.boolean()),
  }),
]);
const CreateBrowser = z.strictObject({
  profile: z.optional(ProfileChoice),
  stealth: z.optional(z.boolean()),
  headless: z.optional(z.boolean()),
  proxy_id: z.optional(z.string()),
  timeout_seconds: z.optional(z.int().check(z.minimum(10), z.maximum(259_200))),
});

/** Default timeout, in seconds. */
const defaultTimeoutSeconds = 60;

function browserReply(
  row: DatabaseRow,
  { origin, project, store }: Pick<ReadRequest, "origin" | "project" | "store">,
): object {
  const id = getText(row, "id");
  const profileId = getOptionalText(row, "profile_id");
  const profile = profileId === null ? undefined : foundProfile(store, project, profileId);
  const proxyId = getOptionalText(row, "proxy_id");
  const socket = `${origin.replace("http", "ws")}/browsers/${id}`;
  const headless = getInteger(row, "headless") === 1;
  return {
    session_id: id,
    created_at: getText(row, "created_at"),
    headless,
    stealth: getInteger(row, "stealth") === 1,
    timeout_seconds: getInteger(row, "timeout"),
    cdp_ws_url: `${socket}/cdp`,
    webdriver_ws_url: `${socket}/webdriver`,
    ...(headless ? {} : { browser_live_view_url: `${origin}/browsers/${id}/live` }),
    ...(profile === undefined ? {} : { profile: shownProfile(profile) }),
    ...(proxyId === null ? {} : { proxy_id: proxyId }),
  };
}

const browserRoutes = collectionRoutes({
  path: "/browsers",
  noun: "browser",
  key: "id",
  find: (store, project, id, now) =>
    store.first(
      `SELECT * FROM browsers WHERE id = ?1 AND ${belongsToProject("?2")} AND ends_at > ?3`,
      ...[id, project, now],
    ),
  // Browsers aren't listed.
  table: "browsers",
  filters: [],
  where: "",
  shown: browserReply,
});

/** Reply of every address of a browser. Playwright prints the message. */
const noBrowserMessage = "Sandbox: launch succeeded, but the sandbox has no real browser.";
const noBrowserReply = (): HttpReply => errorReply(501, "not_implemented", noBrowserMessage);

export const browserResource = defineResource({
  tables: [
    {
      name: "browsers",
      columns: {
        id: "TEXT PRIMARY KEY",
        profile_id: "TEXT REFERENCES profiles (id) ON DELETE SET NULL",
        proxy_id: "TEXT REFERENCES proxies (id) ON DELETE SET NULL",
        headless: "INTEGER NOT NULL",
        stealth: "INTEGER NOT NULL",
        timeout: "INTEGER NOT NULL",
        created_at: "TEXT NOT NULL",
        ends_at: "INTEGER NOT NULL",
        project_id: projectColumn,
      },
    },
  ],
  routes: [
    // 400 if the profile or the proxy doesn't exist.
    postRoute("/browsers", { body: CreateBrowser }, (request) => {
      const { body, now, project, store } = request;
      const { headless = false, profile, proxy_id: proxyId = null, stealth = false } = body;
      const { timeout_seconds: timeout = defaultTimeoutSeconds } = body;
      const wanted = profile && foundProfile(store, project, "id" in profile ? profile.id : profile.name);
      if (profile !== undefined && wanted === undefined)
        return badRequest(["profile: no profile has this id or name."]);
      if (proxyId !== null && !hasProxy(store, project, proxyId))
        return badRequest(["proxy_id: no proxy has this id."]);
      store.write("DELETE FROM browsers WHERE ends_at <= ?", now);
      const row = store.insert("browsers", {
        id: newId("bs"),
        headless,
        stealth,
        timeout,
        proxy_id: proxyId,
        project_id: project,
        profile_id: wanted === undefined ? null : getText(wanted, "id"),
        created_at: toIsoTime(now),
        // No client can connect, so the browser ends after its timeout.
        ends_at: now + timeout * 1000,
      });
      return { status: 200, body: browserReply(row, request) };
    }),
    browserRoutes.read,
    browserRoutes.remove(),
    publicGetRoute("/browsers/:id/cdp", noBrowserReply),
    publicGetRoute("/browsers/:id/webdriver", noBrowserReply),
    publicGetRoute("/browsers/:id/live", noBrowserReply),
  ],
});
