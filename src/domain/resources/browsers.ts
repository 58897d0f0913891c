/** Tag of browsers that the extension or generated code launches. They can't share a name, because names are unique. */
export const [tagKey, tagValue] = ["source", "managed-auth"] as const;
/** Tag that is set to "true" if the browser saves its state to the profile when it ends. */
export const savesTag = "managed-auth-saves";
