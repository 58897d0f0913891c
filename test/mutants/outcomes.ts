// Guards of reported outcomes: applied, not applied, unknown.
import { guards, unitGuards, type Mutant } from "./mutant.ts";

export const outcomeGuards: readonly Mutant[] = [
  ...guards(
    "src/editor/resources/destinations/wait.ts",
    "test/unit/editor/resources/destinations/watch.test.ts",
    [
      [
        "Doesn't report a destination as free if browsers can't be fetched",
        `compact<Listing<unknown>>(connections, destinations, running)`,
        `compact<Listing<unknown>>(connections, destinations)`,
        "ends with a warning if /browsers returns 403",
      ],
    ],
  ),
  ...unitGuards("src/editor/resources/browsers/launch.ts", [
    [
      "Distinguishes a rate limit from the plan's limit",
      `(kind !== "limited" && status < 500`,
      `(status < 500`,
      "offers Show Browsers… if the service refuses the launch because of a rate limit",
    ],
  ]),
  ...guards("src/editor/catalogue/listModel.ts", "test/unit/editor/resources/browsers/launch.test.ts", [
    [
      "Forgets no launched browser after a failed fetch",
      `reading === before || `,
      "shows launched browsers in the status bar until they end",
    ],
    [
      "Forgets no launched browser of an account after a switch to another",
      `request[2].aborted || `,
      "keeps an account's stored browser handles if the window switches accounts during a fetch",
    ],
    [
      "Forgets no browser that was launched during a fetch",
      `const ended = stored.filter(`,
      `const ended = (await this.#storedHandles()).filter(`,
      "keeps the stored handle of a browser launched while the list is being fetched",
    ],
  ]),
  ...guards("src/domain/resources/requestEnd.ts", "test/contract/commandLineBrowsers.test.ts", [
    [
      "Reports no browser of a missing project as ended",
      ` && !error.missing`,
      "fails to end a browser if the project was archived",
    ],
  ]),
  ...guards("src/api/sendWithRetries.ts", "test/faults/deletionModel.test.ts", [
    [
      "Reports an unknown effect if the connection broke after sending",
      `if (hasEffect && reached === "perhaps") return "unknown";`,
      "never reports a false success or a false failure",
    ],
  ]),
  ...guards("src/api/sendWithRetries.ts", "test/unit/api/retry.test.ts", [
    [
      "Reports a 404 as deleted only after an attempt with an unknown effect",
      `uncertain?.token === token`,
      `(uncertain === undefined || uncertain.token === token)`,
      "Retries",
    ],
    [
      "Reports a 404 as deleted only if it is about the resource",
      ` && error.missing === "resource"`,
      "Retries",
    ],
    [
      "Doesn't report a 404 for another token as deleted",
      `uncertain?.token === token`,
      `uncertain !== undefined`,
      "resend a deletion once with a new token after 401 and stop after a 404",
    ],
    [
      "Keeps the unknown effect of an earlier attempt",
      `(uncertain !== undefined && !provesNoEffect)`,
      `false`,
      `end a DELETE request with the result 'unauthorized unknown' after the attempts "broken, then 401"`,
    ],
    [
      "Reports an unknown effect of a cancelled request",
      `policy.hasEffect && perhaps ? "unknown" : "no"`,
      `"no"`,
      "reports the effect 'unknown' for a POST without a response",
    ],
  ]),
  ...unitGuards("src/api/client.ts", [
    ["Validates a request before sending it", `checked?.success === false || `, "ApiClient"],
    [
      "Loads the token of a list again after a 401",
      `loaded = undefined;`,
      "loads the token once for all pages of a list, and again after 401",
    ],
  ]),
  ...guards("src/api/sendOnce.ts", "test/unit/api/connection.test.ts", [
    [
      "Reports a refusal even if its body doesn't arrive",
      `if (refused !== undefined) return refused;`,
      "reports an error response even if its body never arrives",
    ],
  ]),
  ...guards("src/api/networkFailure.ts", "test/unit/api/retry.test.ts", [
    [
      "Never retries after a certificate failure",
      `if (status === undefined && (certificateCodes.has(code) || code.startsWith("net::ERR_CERT_")))`,
      `if (false)`,
      `end a GET request with the result 'certificate no' after the attempts "to a wrong certificate"`,
    ],
    [
      "Reports an unknown effect if reading the response failed",
      `if (syscall === "read" || syscall === "write") return false;`,
      `end a POST request with the result 'offline unknown' after the attempts "unreachable while reading"`,
    ],
  ]),
  ...guards("src/api/operation.ts", "test/faults/resourceStories.test.ts", [
    [
      "Sends a creation once",
      `bodyOperation("POST", retryPolicies.nonIdempotent)`,
      `bodyOperation("POST", retryPolicies.deleteById)`,
      "a lost response to a resource operation",
    ],
  ]),
  ...guards("src/api/operation.ts", "test/unit/api/client.test.ts", [
    [
      "Rejects HTML as the answer to a deletion",
      `if (body.kind === "html") return { kind: "unreadable", reason: "html" };`,
      `if (body.kind === "html") return { kind: "ok", value: undefined, raw: undefined };`,
      "deleteDestination",
    ],
  ]),
  ...guards("src/api/operation.ts", "test/unit/api/updateRequest.test.ts", [
    [
      "Never resends an update",
      `bodyOperation("PATCH", retryPolicies.update)`,
      `bodyOperation("PATCH", retryPolicies.deleteById)`,
      "send an update only once",
    ],
  ]),
  ...guards("src/api/retryPolicy.ts", "test/faults/creationModel.test.ts", [
    [
      "Never resends a creation after a lost response",
      `late: 0, ambiguous: 0,`,
      `late: 0, ambiguous: 1,`,
      "never resends a request that may have been carried out",
    ],
  ]),
  ...guards("src/api/retryPolicy.ts", "test/unit/api/retry.test.ts", [
    [
      "Never resends a creation of a connection",
      `ambiguous: 0,`,
      `ambiguous: 1,`,
      `end a POST request with the result 'offline unknown' after the attempts "broken"`,
    ],
  ]),
  ...unitGuards("src/api/pool.ts", [
    [
      "Sends nothing if cancelled before the connection opens",
      `if (this.#ended?.error !== undefined) controller.abort(this.#ended.error);`,
      "isn't sent if cancelled before the connection opens",
    ],
  ]),
  ...guards("src/api/schemas.ts", "test/unit/api/client.test.ts", [
    [
      "Rejects unknown fields of a creation",
      `ManagedAuthCreateRequest = z.strictObject({`,
      `ManagedAuthCreateRequest = z.looseObject({`,
      "ApiClient",
    ],
  ]),
  ...unitGuards("src/api/schemas.ts", [
    [
      "Rejects deprecated and unknown fields",
      `ManagedAuthCreateRequest = z.strictObject({`,
      `ManagedAuthCreateRequest = z.looseObject({`,
      "rejects deprecated and unknown properties",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", "test/unit/api/retry.test.ts", [
    [
      "Reports an unknown effect of a creation after 408",
      ` && status !== 408)`,
      `)`,
      `end a POST request with the result 'server unknown' after the attempts "408"`,
    ],
    [
      "Reports a 404 as deleted only with an API error body",
      `if (code === "" || message === "") return undefined;`,
      `end a DELETE request with the result 'notFound unknown' after the attempts "broken, then a 404 without a message"`,
    ],
  ]),
  ...unitGuards("src/api/updateRequest.ts", [
    [
      "Sends no fields that can't be changed",
      `.strictObject({\n    ...connectionSettings`,
      `.looseObject({\n    ...connectionSettings`,
      "rejects a request with the domain",
    ],
  ]),
  ...guards("src/domain/resources/requestEnd.ts", "test/faults/creationModel.test.ts", [
    [
      "Checks a creation with an unknown effect",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      "never reports a false success or a false failure",
    ],
  ]),
  ...guards("src/domain/resources/requestEnd.ts", "test/unit/domain/connections/creationOutcome.test.ts", [
    [
      "Looks for a connection after a lost response",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      `if (error.sent === "unknown") return { kind: "refused", error };`,
      "judgeFirstAttempt",
    ],
    [
      "Reports an unknown outcome of a cancelled creation",
      `outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown" }`,
      `{ kind: "cancelled" }`,
      "judgeFirstAttempt",
    ],
  ]),
  ...unitGuards("src/domain/connections/creationOutcome.ts", [
    [
      "Doesn't take a refused retry as the outcome of the first attempt",
      `if (!isRefusal(error)) return { kind: "unknown", error };`,
      `if (!isRefusal(error)) return { kind: "refused", error };`,
      "judgeSecondAttempt",
    ],
  ]),
  ...guards("src/domain/resources/applyChange.ts", "test/unit/domain/connections/applyEdit.test.ts", [
    [
      "Shows another client's change before overwriting it",
      `if (fields.length > 0)`,
      `if (fields.length < 0)`,
      "reports only confirmed changes as saved and overwrites only changes the user saw",
    ],
  ]),
  ...guards("src/domain/resources/requestEnd.ts", "test/unit/domain/connections/applyEdit.test.ts", [
    [
      "Finds the outcome of a lost response by reading",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      "reports saved after a lost response if a read confirms it",
    ],
    [
      "Distinguishes a missing project from a deleted connection",
      ` && error.missing === "resource"`,
      "reports refused if the project is missing",
    ],
  ]),
  ...guards("src/domain/resources/requestEnd.ts", "test/unit/domain/resources/deletionOutcome.test.ts", [
    [
      "Reports a deletion only if it is certain",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      "toDeletionOutcome",
    ],
    [
      "Distinguishes a missing project from a deleted destination",
      ` && error.missing === "resource"`,
      "toDeletionOutcome",
    ],
    [
      "Reports an unknown outcome of a cancelled deletion",
      `outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown" }`,
      `{ kind: "cancelled" }`,
      "toDeletionOutcome",
    ],
  ]),
  ...unitGuards("src/domain/file/apply.ts", [
    [
      "Deletes nothing after a failed creation",
      `failed ||= task.kind !== "delete" && !isTaskDone(outcome);`,
      "deletes nothing if a create request is refused",
    ],
    [
      "Doesn't report another client's connection as created",
      `if (settings.length === 0) return asDeclared(connection);`,
      `if (settings.length >= 0) return asDeclared(connection);`,
      "doesn't mistake another client's connection for a lost creation",
    ],
    [
      "Doesn't report a connection for another domain as created",
      `if (settings === undefined) return { kind: "otherConnection", connection };\n      if (settings.length`,
      `if (settings === undefined || settings.length`,
      'is reported as "otherConnection" if the connection is for another domain',
    ],
  ]),
  ...unitGuards("src/domain/file/plan.ts", [
    [
      "Never sends settings that the service doesn't report",
      `comparison === "different" && setting`,
      `comparison !== "same" && setting`,
      "lists settings missing from the service's reply instead of sending them",
    ],
  ]),
  ...guards("src/domain/resources/applyChange.ts", "test/faults/resourceStories.test.ts", [
    [
      "Reports saved only if a read confirms the change",
      `return missing.length === 0`,
      `return missing.length >= 0`,
      "a lost response to a resource operation",
    ],
  ]),
  ...guards("src/domain/resources/requestEnd.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Doesn't read a resource after a refused change",
      `if (error.sent === "unknown")`,
      `if (error.sent !== "no")`,
      "returns to the review if the service refuses the change",
    ],
    [
      "Doesn't search for a resource after a refused creation",
      `if (error.sent === "unknown")`,
      `if (error.sent !== "no")`,
      "returns to the review if the service refuses the request because of an invalid input",
    ],
    [
      "Reads the outcome of a change that was cancelled in flight",
      `outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown" }`,
      `{ kind: "cancelled" }`,
      'reports "Changes saved" after the user cancels a sent request if the resource has the new values',
    ],
  ]),
  ...guards("src/domain/resources/destinations.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Doesn't mistake another destination for the created one",
      `identifyingFields: ["name", "endpoint"]`,
      `identifyingFields: ["name"]`,
      "reports an unknown outcome after a lost response if the matching resource has another endpoint",
    ],
  ]),
  ...guards("src/editor/catalogue/readModel.ts", "test/unit/editor/sidebar/resourcesTree.test.ts", [
    [
      "Drops a response for an account that is no longer active",
      `    this.#running?.stop.abort();\n    this.#running = undefined;`,
      `    this.#running = undefined;`,
      "drops a response that arrives after an account switch",
    ],
  ]),
  ...unitGuards("src/editor/connections/context/pendingCreations.ts", [
    [
      "Stores a creation before sending it",
      `await this.#write(pending);\n    return pending;`,
      `return pending;`,
      "stores the request with its account and service before sending",
    ],
    [
      "Doesn't restore a creation that another window has resolved",
      `if ((await this.find(pending.id)) === undefined) return;`,
      "doesn't restore a request that another window has resolved",
    ],
  ]),
  ...guards(
    "src/editor/connections/creation/sendCreation.ts",
    "test/unit/editor/connections/creation/refused.test.ts",
    [
      [
        "Retries a creation once after a lost response",
        `first.error === undefined) return first;`,
        `!signal.aborted) return first;`,
        "succeeds if its retry creates the connection",
      ],
      [
        "Keeps a creation with an unknown outcome",
        `verdict.kind === "unknown" ? attempts.markUnknown(pending) : attempts.settle(pending)`,
        `attempts.settle(pending)`,
        "a create request with an error or a lost response",
      ],
    ],
  ),
  ...guards("src/domain/login/beginLogin.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "Doesn't mistake the previous login for the started one",
      `if (ranUntil === undefined || now.value.flow_expires_at !== ranUntil) return true;`,
      `return true;`,
      "doesn't mistake the previous login for the new login if there is no timeline",
    ],
  ]),
  ...guards("src/editor/logins/storedLogins.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "Reports the end of a login once",
      `this.#files.removeIf(fileIdOf(login), (stored) => stored.key === key)`,
      `Promise.resolve(true)`,
      "report only once that a login ended while no window was open",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Compares every identifying field of a found resource",
      `comparison === "same" || !foundBy.includes(key)`,
      `comparison !== "unknown" || foundBy.length > 0`,
      "reports an unknown outcome after a lost response if the matching resource has the name as its ID",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/faults/resourceStories.test.ts", [
    [
      "Reports a resource that was already deleted as such",
      `deletion.kind === "gone" ? `,
      `deletion.kind === "accepted" ? `,
      "an operation-specific error response",
    ],
  ]),
  ...unitGuards("src/editor/sandbox/commands.ts", [
    [
      "Forgets unknown outcomes only after the sandbox is reset",
      `if (done === true) {\n    await parts.sandboxReset();\n    parts.sandbox.hasUnseenLogin = sample === "small";\n  }`,
      `await parts.sandboxReset();`,
      "discards unconfirmed requests only after a successful reset",
    ],
  ]),
  ...guards("src/editor/tools/deleteDestination.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "Reports an accepted deletion as unfinished",
      `return notDone(l10n.t("The service accepted the deletion and may not have finished."), nextStep);`,
      `return { done: true, says: [message] };`,
      "report an accepted deletion as unfinished: managed_auth_delete_connection",
    ],
  ]),
  ...guards("src/storage/crossWindowLock.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "Lets only one window start a login at a time",
      `{ flag: "wx", mode: 0o600 }`,
      `{ mode: 0o600 }`,
      "sends one request for several windows",
    ],
  ]),
];
