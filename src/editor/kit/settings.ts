import { ConfigurationTarget, type Disposable, workspace } from "vscode";

/** The extension's settings with their allowed values, default first. The manifest declares the same values. */
export const settingValues = {
  /**
   * Controls how events that the user didn't start are announced: with a notification, only with a badge, or not at
   * all.
   */
  "managedAuth.notices": ["all", "badge", "off"],
  "managedAuth.results.column": ["active", "beside"],
} as const;
type ExtensionSettings = typeof settingValues;

/** Returns the user's value of a setting. Workspace values and invalid values are ignored. */
export function readSetting<Name extends keyof ExtensionSettings>(
  name: Name,
): ExtensionSettings[Name][number] {
  const allowed: readonly ExtensionSettings[Name][number][] = settingValues[name];
  // eslint-disable-next-line no-restricted-syntax -- only this module reads settings, and none affects requests
  const set = workspace.getConfiguration().inspect(name)?.globalValue;
  return allowed.find((value) => value === set) ?? settingValues[name][0];
}

/** Changes a setting in the user's settings, which apply to all windows. */
export async function changeSetting<Name extends keyof ExtensionSettings>(
  name: Name,
  value: ExtensionSettings[Name][number],
): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- only this module reads settings, and none affects requests
  await workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
}

const jsonValidation = "json.validate.enable";

/** True if VS Code's JSON extension validates documents. If that extension is disabled, the setting has no value. */
export function validatesJson(): boolean {
  // eslint-disable-next-line no-restricted-syntax -- a setting of VS Code that doesn't affect requests
  return workspace.getConfiguration().get(jsonValidation) === true;
}

/** Fires when a setting changes in this or another window. */
export function onDidChangeSetting(
  name: keyof ExtensionSettings | typeof jsonValidation,
  changed: () => void,
): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(name)) changed();
  });
}
