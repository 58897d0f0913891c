import type { VSCodeVersion } from "../host/serverVersions.ts";
import { Workbench } from "../host/workbench.ts";
import { StandIn } from "../ui/standIn.ts";
import { hostileRepository } from "./hostileRepository.ts";
import { Recorder } from "./recorder.ts";

/** Token of the signed-in account. */
export const token = "tok-settings-7Kq2";

/** A window, its service, and a server that must never receive a request. */
export interface Scene {
  readonly workbench: Workbench;
  readonly standIn: StandIn;
  readonly evil: Recorder;
}

/** Opens an untrusted window of this VS Code version on the hostile repository, and a service to sign in to. */
export async function openScene(vscode: VSCodeVersion, extensionsDir?: string): Promise<Scene> {
  const [standIn, evil] = await Promise.all([StandIn.start(token), Recorder.start()]);
  const workbench = await Workbench.open({
    vscode,
    workspaceTrust: true,
    settings: { "security.workspace.trust.startupPrompt": "never" },
    files: hostileRepository(evil.url),
    ...(extensionsDir !== undefined && { extensionsDir }),
  });
  return { workbench, standIn, evil };
}

export async function close({ workbench, standIn, evil }: Scene): Promise<void> {
  evil.stop();
  await Promise.all([workbench.stop(), standIn.stop()]);
}
