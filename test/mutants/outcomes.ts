// Guards of reported outcomes: applied, not applied, unknown.
import { guards, type Mutant } from "./mutant.ts";

export const outcomeGuards: readonly Mutant[] = [
  ...guards(
    "src/editor/resources/destinations/wait.ts",
    "test/unit/editor/resources/destinations/watch.test.ts",
    [
      [
        "A destination isn't free if the browsers can't be read",
        `if (running.kind === "failed") {`,
        `if (running.kind === "failed" && signal.aborted) {`,
        "ends with a warning if /browsers returns 403",
      ],
    ],
  ),
  ...guards("src/editor/resources/browsers/launch.ts", "test/unit/editor/resources/browsers/launch.test.ts", [
    [
      "A rate limit isn't reported as the plan's limit",
      `(kind !== "limited" && status < 500`,
      `(status < 500`,
      "leads to the list of browsers after a refusal because of a rate limit",
    ],
  ]),
  ...guards("src/api/sendWithRetries.ts", "test/faults/deletionModel.test.ts", [
    [
      "What broke after it was sent may have been carried out",
      `if (hasEffect && reached === "perhaps") return "unknown";`,
      ``,
      "is reported as deleted or failed only if that is true",
    ],
  ]),
  ...guards("src/api/sendWithRetries.ts", "test/unit/api/retry.test.ts", [
    [
      "A 404 counts as gone only after an attempt that may have been carried out",
      `uncertain?.token === token`,
      `(uncertain === undefined || uncertain.token === token)`,
      "Retries",
    ],
    [
      "A 404 counts as gone only where it is about the resource",
      ` && error.missing === "resource"`,
      ``,
      "Retries",
    ],
    [
      "A 404 for another token says nothing of what the first one did",
      `uncertain?.token === token`,
      `uncertain !== undefined`,
      "repeat a deletion with another token after 401: not found",
    ],
    [
      "What an earlier attempt left open stays open",
      `(uncertain !== undefined && !provesNoEffect)`,
      `false`,
      "end a DELETE as 'unauthorized unknown' after attempt 2: broken, then 401",
    ],
    [
      "A cancelled request may have been carried out",
      `policy.hasEffect && perhaps ? "unknown" : "no"`,
      `"no"`,
      "reports the effect of a POST that was under way",
    ],
  ]),
  ...guards("src/api/client.ts", "test/unit/api/client.test.ts", [
    ["A create is checked before it is sent", `checked?.success === false || `, ``, "ApiClient"],
  ]),
  ...guards("src/api/sendOnce.ts", "test/unit/api/connection.test.ts", [
    [
      "A refusal holds even where its words do not arrive",
      `if (refused !== undefined) return refused;`,
      ``,
      "reports an error response even if the body doesn't arrive",
    ],
  ]),
  ...guards("src/api/networkFailure.ts", "test/unit/api/retry.test.ts", [
    [
      "A certificate is never tried again",
      `if (status === undefined && (certificateCodes.has(code) || code.startsWith("net::ERR_CERT_")))`,
      `if (false)`,
      "end a GET as 'certificate no' after attempt 1: to a wrong certificate",
    ],
    [
      "What broke while reading may have been carried out",
      `if (syscall === "read" || syscall === "write") return false;`,
      ``,
      "end a POST as 'offline unknown' after attempt 1: unreachable while reading",
    ],
  ]),
  ...guards("src/api/operation.ts", "test/faults/resourceStories.test.ts", [
    [
      "What creates is sent once",
      `bodyOperation("POST", retryPolicies.nonIdempotent)`,
      `bodyOperation("POST", retryPolicies.deleteById)`,
      "a lost response to a resource operation",
    ],
  ]),
  ...guards("src/api/operation.ts", "test/unit/api/client.test.ts", [
    [
      "A deletion is answered by the API, not by a page",
      `if (body.kind === "html") return { kind: "unreadable", reason: "html" };`,
      `if (body.kind === "html") return { kind: "ok", value: undefined, raw: undefined };`,
      "deleteDestination",
    ],
  ]),
  ...guards("src/api/operation.ts", "test/unit/api/updateRequest.test.ts", [
    [
      "A change is never sent again",
      `bodyOperation("PATCH", retryPolicies.update)`,
      `bodyOperation("PATCH", retryPolicies.deleteById)`,
      "send an update once",
    ],
  ]),
  ...guards("src/api/retryPolicy.ts", "test/faults/creationModel.test.ts", [
    [
      "A creation whose answer is lost is not sent again blindly",
      `late: 0, ambiguous: 0,`,
      `late: 0, ambiguous: 1,`,
      "is never resent after an attempt that may have been carried out",
    ],
  ]),
  ...guards("src/api/retryPolicy.ts", "test/unit/api/retry.test.ts", [
    [
      "A create is never sent again blindly",
      `ambiguous: 0,`,
      `ambiguous: 1,`,
      "end a POST as 'offline unknown' after attempt 1: broken",
    ],
  ]),
  ...guards("src/api/pool.ts", "test/unit/api/pool.test.ts", [
    [
      "Nothing leaves once its caller has left",
      `if (this.#ended?.error !== undefined) controller.abort(this.#ended.error);`,
      ``,
      "is not requested if cancelled before the connection opens",
    ],
  ]),
  ...guards("src/api/schemas.ts", "test/unit/api/client.test.ts", [
    [
      "A create holds known fields alone",
      `ManagedAuthCreateRequest = z.strictObject({`,
      `ManagedAuthCreateRequest = z.looseObject({`,
      "ApiClient",
    ],
  ]),
  ...guards("src/api/schemas.ts", "test/unit/api/schemas.test.ts", [
    [
      "Deprecated and unknown fields are never sent",
      `ManagedAuthCreateRequest = z.strictObject({`,
      `ManagedAuthCreateRequest = z.looseObject({`,
      "rejects other properties",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", "test/unit/api/retry.test.ts", [
    [
      "A 408 to a create leaves its end open",
      ` && status !== 408)`,
      `)`,
      "end a POST as 'server unknown' after attempt 1: 408",
    ],
    [
      "A 404 counts as gone only in the API's own words",
      `if (code === "" || message === "") return undefined;`,
      ``,
      "end a DELETE as 'notFound unknown' after attempt 2: broken, then a 404 without a message",
    ],
  ]),
  ...guards("src/api/updateRequest.ts", "test/unit/api/updateRequest.test.ts", [
    [
      "What cannot be changed is not sent",
      `.strictObject({\n    ...connectionSettings`,
      `.looseObject({\n    ...connectionSettings`,
      "is not sent with the domain",
    ],
  ]),
  ...guards("src/domain/connections/creationOutcome.ts", "test/faults/creationModel.test.ts", [
    [
      "A creation that may have been carried out is asked for",
      `if (error.sent === "unknown") return "check";`,
      ``,
      "is reported as created or failed only if that is true",
    ],
  ]),
  ...guards(
    "src/domain/connections/creationOutcome.ts",
    "test/unit/domain/connections/creationOutcome.test.ts",
    [
      [
        "A creation that was left open is checked",
        `if (error.sent === "unknown") return "check";`,
        `if (error.sent === "unknown") return { kind: "refused", error };`,
        "a creation with lost requests and responses",
      ],
      [
        "A refusal of the check says nothing of the first sending",
        `: { kind: "unknown", error };\n    }\n  }\n}`,
        `: { kind: "refused", error };\n    }\n  }\n}`,
        "judgeSecondAttempt",
      ],
      [
        "A cancelled creation may have been carried out",
        `outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown" }`,
        `{ kind: "notSent" }`,
        "judgeFirstAttempt",
      ],
    ],
  ),
  ...guards("src/domain/resource/applyChange.ts", "test/unit/domain/connections/applyEdit.test.ts", [
    [
      "What others have changed is shown before it is overwritten",
      `if (fields.length > 0)`,
      `if (fields.length < 0)`,
      "reports saved only if confirmed, and never overwrites an unseen change",
    ],
    [
      "A lost answer is looked for by reading",
      `outcome.error.sent !== "unknown"`,
      `outcome.error.sent !== "no"`,
      "reports saved after a lost response if a read confirms it",
    ],
  ]),
  ...guards("src/domain/deletion/deletionOutcome.ts", "test/unit/domain/connections/applyEdit.test.ts", [
    [
      "A missing project is no missing connection",
      ` && error.missing === "resource"`,
      ``,
      "reports refused if the project is missing",
    ],
  ]),
  ...guards("src/domain/deletion/deletionOutcome.ts", "test/unit/domain/deletion/deletionOutcome.test.ts", [
    [
      "Deleted is claimed only where that is known",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      ``,
      "toDeletionOutcome",
    ],
    [
      "A 404 for a project is no word about a destination",
      ` && error.missing === "resource"`,
      ``,
      "toDeletionOutcome",
    ],
    [
      "A cancelled deletion may have been carried out",
      `outcome.sent === "no" ? { kind: "skipped" } : { kind: "unknown" }`,
      `{ kind: "skipped" }`,
      "toDeletionOutcome",
    ],
  ]),
  ...guards("src/domain/file/apply.ts", "test/unit/domain/file/apply.test.ts", [
    [
      "Nothing is deleted after a creation that failed",
      `failed ||= task.kind !== "delete" && !isTaskDone(end);`,
      ``,
      "deletes nothing if a creation is refused",
    ],
    [
      "A creation of someone else's is no success",
      `if (settings.length === 0) return asDeclared(connection);`,
      `if (settings.length >= 0) return asDeclared(connection);`,
      "doesn't mistake another client's connection for a lost creation",
    ],
    [
      "A connection for another domain isn't created",
      `if (settings === undefined) return { kind: "otherConnection", connection };\n      if (settings.length`,
      `if (settings === undefined || settings.length`,
      "is compared with the request: is for another domain",
    ],
  ]),
  ...guards("src/domain/file/plan.ts", "test/unit/domain/file/plan.test.ts", [
    [
      "What is not reported is never sent",
      `is === "different" && setting`,
      `is !== "same" && setting`,
      "reports declared settings that the service doesn't report, and doesn't send them",
    ],
  ]),
  ...guards("src/domain/resource/applyChange.ts", "test/faults/resourceStories.test.ts", [
    [
      "A change that is not there is not claimed",
      `return missing.length === 0`,
      `return missing.length >= 0`,
      "a lost response to a resource operation",
    ],
  ]),
  ...guards("src/domain/resource/applyChange.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "What was refused is no lost answer",
      `outcome.error.sent !== "unknown"`,
      `isResourceGone(outcome.error)`,
      "returns to the review if the service refuses the change",
    ],
    [
      "What was canceled on its way may have been saved",
      `if (outcome.sent === "no") return`,
      `return`,
      "after a cancellation in flight, success is reported if a read confirms it",
    ],
  ]),
  ...guards("src/domain/resources/destinations.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Somebody else's destination is not taken for ours",
      `identifyingFields: ["name", "endpoint"]`,
      `identifyingFields: ["name"]`,
      "doesn't confirm a creation after a lost response if the match leads elsewhere",
    ],
  ]),
  ...guards("src/editor/catalogue/readModel.ts", "test/unit/editor/sidebar/resourcesTree.test.ts", [
    [
      "An answer of an account that was left is dropped",
      `    this.#running?.stop.abort();\n    this.#running = undefined;`,
      `    this.#running = undefined;`,
      "drops a response that arrives after switching accounts",
    ],
  ]),
  ...guards(
    "src/editor/connections/context/pendingCreations.ts",
    "test/unit/editor/connections/context/pendingCreations.test.ts",
    [
      [
        "An attempt is on disk before it is sent",
        `await this.#write(pending);\n    return pending;`,
        `return pending;`,
        "stores only the request and its context before sending",
      ],
      [
        "What another window has settled does not come back",
        `if ((await this.find(pending.id)) === undefined) return;`,
        ``,
        "doesn't restore an attempt that another window has resolved",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/creation/sendCreation.ts",
    "test/unit/editor/connections/creation/refused.test.ts",
    [
      [
        "A lost answer is asked for once more",
        `if (verdict !== "check") return verdict;`,
        `if (verdict !== "check" || !signal.aborted) return verdict === "check" ? { kind: "unknown" } : verdict;`,
        "succeeds if the retry creates the connection",
      ],
      [
        "An attempt of unknown end is kept",
        `verdict.kind === "unknown" ? attempts.markUnknown(pending) : attempts.settle(pending)`,
        `attempts.settle(pending)`,
        "a creation after a failed first request",
      ],
    ],
  ),
  ...guards("src/domain/login/beginLogin.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "The one that ran before is not taken for the one whose answer was lost",
      `if (ranUntil === undefined || now.value.flow_expires_at !== ranUntil) return true;`,
      `return true;`,
      "isn't mistaken for the previous login without a timeline",
    ],
  ]),
  ...guards("src/editor/logins/storedLogins.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "An end is told once",
      `this.#files.removeIf(id, (stored) => stored.key === key)`,
      `Promise.resolve(true)`,
      "report once a login that ended while no window was open",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "What was refused is no lost answer",
      `if (outcome.kind === "failed" && outcome.error.sent !== "unknown")`,
      `if (outcome.kind === "failed" && outcome.error.sent === "no")`,
      "returns to the review after a refusal: an input",
    ],
    [
      "What is found has all that tells it to be ours",
      `is === "same" || !foundBy.includes(key)`,
      `is !== "unknown" || foundBy.length > 0`,
      "doesn't confirm a creation after a lost response if the match is another one's id",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/faults/resourceStories.test.ts", [
    [
      "What was already deleted was not deleted by us",
      `deletion.kind === "notFound" ? `,
      `deletion.kind === "accepted" ? `,
      "an operation-specific response to a resource operation",
    ],
  ]),
  ...guards("src/editor/sandbox/commands.ts", "test/unit/editor/sandbox/commands.test.ts", [
    [
      "What may have been created in the sandbox is forgotten once that is gone, and not before",
      `if (done === true) {\n    await parts.sandboxReset();\n    parts.sandbox.hasUnseenLogin = sample === "small";\n  }`,
      `await parts.sandboxReset();`,
      "forgets unknown outcomes in all projects only after a successful reset",
    ],
  ]),
  ...guards("src/editor/tools/deleteDestination.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "A tool does not say that something is gone that the service has only agreed to delete",
      `return notDone(l10n.t("The service accepted the deletion and may not have finished."), look);`,
      `return { done: true, says: [gone] };`,
      "report an accepted deletion as unfinished: managed_auth_delete_connection",
    ],
  ]),
  ...guards("src/storage/crossWindowLock.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "Windows do not start a login at once",
      `{ flag: "wx", mode: 0o600 }`,
      `{ mode: 0o600 }`,
      "sends one request for several windows",
    ],
  ]),
];
