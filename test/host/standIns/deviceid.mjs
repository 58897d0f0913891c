// Replaces @vscode/deviceid, which is native on Windows and writes an ID of the machine to the home folder.
export async function getDeviceId() {
  return "00000000-0000-0000-0000-000000000000";
}
