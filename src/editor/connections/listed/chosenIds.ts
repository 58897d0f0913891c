import type { Access } from "../../accounts/service.ts";
import { pickConnection } from "../shown/pick.ts";

/** The connections that are meant: those that are named, else the one that the user chooses; `undefined` where they left. */
export async function chosenIds(
  access: Access,
  title: string,
  ids: readonly string[],
): Promise<readonly string[] | undefined> {
  if (ids.length > 0) return ids;
  const id = await pickConnection(access, title);
  return id === undefined ? undefined : [id];
}
