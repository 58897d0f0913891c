import type { Body } from "./body.ts";
import { ErrorBody } from "./schemas.ts";

/**
 * What the service says is not there in answer to a path (404, 410): what the path names, or the project that the token works
 * in (§1, §7: `projects_disabled` and its like). `undefined` where the answer is no Error of §2.9, whose `code` and
 * `message` are both required: then anybody on the way may have sent it. This is the one place that tells them apart.
 */
export function missingOf(body: Body): "resource" | "project" | undefined {
  const { code = "", message = "" } = (body.kind === "json" && ErrorBody.safeParse(body.value).data) || {};
  if (code === "" || message === "") return undefined;
  return /^project/i.test(code) ? "project" : "resource";
}
