// Apart from the other ids of the manifest, which are those of commands and views.
/** Every tool for language models; the manifest lists the same. */
export const toolNames = [
  "managed_auth_list_connections",
  "managed_auth_show_connection",
  "managed_auth_history",
  "managed_auth_entitlements",
  "managed_auth_list_destinations",
  "managed_auth_wait_for_login",
  "managed_auth_ensure_logged_in",
  "managed_auth_create_connection",
  "managed_auth_update_connection",
  "managed_auth_delete_connection",
  "managed_auth_delete_destination",
  "managed_auth_plan_file",
  "managed_auth_apply_file",
] as const;
export type ToolName = (typeof toolNames)[number];
