// Stands in for @vscode/deviceid, which is native on Windows and writes a machine-wide id into the home folder.
export async function getDeviceId() {
  return "00000000-0000-0000-0000-000000000000";
}
