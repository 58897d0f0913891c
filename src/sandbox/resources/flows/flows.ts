// The logins of connections: how they begin, what is entered, and what became of them.
import { newCode } from "../../identity.ts";
import { seededFlows } from "../connections/seededConnections.ts";
import { get, post, resource } from "../resource.ts";
import { seedChecks, table as checks } from "./checks.ts";
import { events } from "./events.ts";
import { LoginBody, startLogin } from "./start.ts";
import { table } from "./flowRows.ts";
import { scripts } from "./scripts.ts";
import { settle } from "./settle.ts";
import { submit, SubmitRequest } from "./submit.ts";
import { timeline } from "./timeline.ts";

export const flows = resource({
  tables: [table, checks],
  seed(store, now) {
    for (const row of seededFlows(now)) {
      // The others are over, and what they brought about stands in the seed.
      const goesOn = scripts[row.script].renews;
      store.add("flows", goesOn ? { ...row, code: newCode(), settled: 0 } : row);
    }
    seedChecks(store);
  },
  settle,
  routes: [
    post("/auth/connections/:id/login", { body: LoginBody, mayLack: true }, ({ store, segment, ...asked }) =>
      startLogin(store, segment("id"), asked),
    ),
    post(
      "/auth/connections/:id/submit",
      { body: SubmitRequest, ofLogin: true },
      ({ store, segment, body, now }) => submit(store, segment("id"), body, now),
    ),
    get("/auth/connections/:id/events", { ofLogin: true }, events),
    // `type` is one of login, reauth and health_check.
    get("/auth/connections/:id/timeline", {}, ({ store, segment, query, now }) =>
      timeline(store, segment("id"), query, now),
    ),
  ],
});
