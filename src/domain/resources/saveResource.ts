import type { ApiError } from "../../api/errors.ts";
import { applyChange, type ChangeOutcome, type ChangePorts } from "./applyChange.ts";
import type { ResourceModel, DraftOf } from "./resourceModel.ts";
import { compareFields, conflictingFields, type FieldKey } from "./fieldRequests.ts";

export type SaveOutcome<Reply, Values> = ChangeOutcome<Reply, FieldKey<Values>, unknown>;

/** True if the service refused a name that is already in use. Conflicts with other codes have other causes. */
export function isNameTaken({ code = "already_exists", kind }: ApiError): boolean {
  return kind === "conflict" && code === "already_exists";
}

/** Applies the wanted values, unless another client changed the same fields after `base` was fetched. */
export function saveResource<Reply extends { readonly id: string }, Values, Body>(
  model: ResourceModel<Reply, Values>,
  base: Reply,
  answers: DraftOf<Values>,
  { request, ...ports }: ChangePorts<Reply, Body> & { readonly request: (now: Reply) => Body | undefined },
): Promise<SaveOutcome<Reply, Values>> {
  return applyChange<Reply, FieldKey<Values>, Body>(
    {
      conflicts: (now) => conflictingFields(model, base, now, answers),
      request,
      unapplied: (_, after, before) =>
        compareFields(model.fields, answers, after, before)
          .filter(([, comparison]) => comparison !== "same")
          .map(([field, comparison]) => ({ field, isCertain: comparison === "different" })),
      completeReply: (reply, before) => model.completeReply?.(reply, before, answers) ?? reply,
    },
    ports,
  );
}
