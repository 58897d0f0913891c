import { signIn } from "../../ui/flows.ts";
import type { Effort, Row } from "../row.ts";
import { startService } from "../server/start.ts";
import { Session } from "./session.ts";
import { tenThousand } from "./tenThousand.ts";
import { webviewPaint } from "./webviewPaint.ts";
import { windowRuns } from "./windowRuns.ts";
import { wizardSteps } from "./wizardSteps.ts";

/** What work costs in a real window that has been open for a while, against a service on loopback. */
export async function workInWindow(effort: Effort): Promise<readonly Row[]> {
  await using service = await startService();
  await using session = await Session.open({});
  await signIn(session.workbench, service.origin, "sk_bench_token");
  return [
    await wizardSteps(session, effort),
    await webviewPaint(session, effort),
    ...(await tenThousand(session)),
    await windowRuns(session, effort),
  ];
}
