import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The four kinds of theme that VS Code has. */
export type Theme = "light" | "dark" | "hc-light" | "hc-dark";

/** The setting's value, the label in the theme picker, and the class of `.monaco-workbench`. */
export const themes: Record<Theme, { id: string; label: string; workbenchClass: string }> = {
  light: { id: "Default Light Modern", label: "Light Modern", workbenchClass: "vs" },
  dark: { id: "Default Dark Modern", label: "Dark Modern", workbenchClass: "vs-dark" },
  "hc-light": { id: "Default High Contrast Light", label: "Light High Contrast", workbenchClass: "hc-light" },
  "hc-dark": { id: "Default High Contrast", label: "Dark High Contrast", workbenchClass: "hc-black" },
};

/** Settings for a workbench that contains only VS Code's core and our extension. */
const plainSettings = {
  "chat.disableAIFeatures": true,
  "extensions.ignoreRecommendations": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.autoDetectColorScheme": false,
  "window.autoDetectHighContrast": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Commands by key in Playwright's notation, such as `"Control+Alt+1": "managedAuth.signIn"`. */
export type Keys = Readonly<Record<string, string>>;

/** Writes the settings and key bindings of a user data folder, which a workbench reads when it opens. */
export async function writeSettings(
  userDataDir: string,
  theme: Theme,
  more: object = {},
  keys: Keys = {},
): Promise<void> {
  const folder = join(userDataDir, "User");
  await mkdir(folder, { recursive: true });
  const settings = { ...plainSettings, "workbench.colorTheme": themes[theme].id, ...more };
  const bindings = Object.entries(keys).map(([key, command]) => ({
    key: key.toLowerCase().replace("control", "ctrl"),
    command,
  }));
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
  await writeFile(join(folder, "keybindings.json"), JSON.stringify(bindings, null, 2));
}

/** Writes files by path into a folder, and creates subfolders as needed. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
