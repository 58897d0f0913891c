import { ConfigurationTarget, type Disposable, workspace } from "vscode";

/** The settings and what each may be, what it is unless the user says otherwise first; the manifest declares the same. */
export const settings = {
  /** What is told of what happens without the user: by a notification, by a number on an icon alone, or not at all. */
  "managedAuth.notices": ["all", "badge", "off"],
  /** Where a result opens: where the user is, or beside that. */
  "managedAuth.results.column": ["active", "beside"],
} as const;
type Settings = typeof settings;

/** What the user has set; what no user can have meant, or a workspace says, counts for nothing. */
export function setting<Name extends keyof Settings>(name: Name): Settings[Name][number] {
  const allowed: readonly Settings[Name][number][] = settings[name];
  // eslint-disable-next-line no-restricted-syntax -- the home of settings, none of which moves a request
  const set = workspace.getConfiguration().inspect(name)?.globalValue;
  return allowed.find((value) => value === set) ?? settings[name][0];
}

/** Sets one for the user, in all windows. */
export async function changeSetting<Name extends keyof Settings>(
  name: Name,
  value: Settings[Name][number],
): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- the home of settings, none of which moves a request
  await workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
}

const jsonValidation = "json.validate.enable";

/** True if VS Code's JSON support validates documents. The setting has no value if that extension is disabled. */
export function validatesJson(): boolean {
  // eslint-disable-next-line no-restricted-syntax -- a setting of VS Code that moves no request
  return workspace.getConfiguration().get(jsonValidation) === true;
}

/** Fires when VS Code starts or stops validating JSON. */
export function onDidChangeJsonValidation(changed: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(jsonValidation)) changed();
  });
}

/** Tells when one was changed, here or in another window. */
export function onDidChangeSetting(name: keyof Settings, changed: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(name)) changed();
  });
}
