/** Longer than any id in use; keeps what is kept under it within the names of files. */
const maxLength = 80;

/** Whether a text can stand in the header that names a project (`X-Kernel-Project-Id`). */
export function isProjectId(text: string): boolean {
  return text.length <= maxLength && /^[\x21-\x7e]+$/.test(text);
}
