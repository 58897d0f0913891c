// Every guard of the code, and every field and rule of the interface (`interface/`), with the test that notices when it
// is gone. To add one, add a row to the file it belongs in.
import { accountGuards } from "./account.ts";
import { answerGuards } from "./answers.ts";
import { changeGuards } from "./changes.ts";
import { commandGuards } from "./commands.ts";
import { destinationGuards } from "./destinations.ts";
import { editorGuards } from "./editor.ts";
import { faultGuards } from "./faults.ts";
import { connectionRules } from "./interface/connection.ts";
import { credentialRules } from "./interface/credentials.ts";
import { contextRules } from "./interface/context.ts";
import { destinationRules } from "./interface/destinations.ts";
import { entitlementRules } from "./interface/entitlements.ts";
import { flowRules } from "./interface/flow.ts";
import { listRules } from "./interface/lists.ts";
import { loginRules } from "./interface/logins.ts";
import { operationRules } from "./interface/operations.ts";
import { providerRules } from "./interface/providers.ts";
import { proxyRules } from "./interface/proxies.ts";
import { updateRules } from "./interface/updates.ts";
import { telemetryRules } from "./interface/telemetry.ts";
import { ensuringGuards } from "./ensuring.ts";
import { loggingInGuards } from "./loggingIn.ts";
import { toolGuards } from "./tools.ts";
import { loginGuards } from "./logins.ts";
import type { Mutant } from "./mutant.ts";
import { historyGuards } from "./history.ts";
import { networkGuards } from "./network.ts";
import { noticeGuards } from "./notices.ts";
import { pageGuards } from "./page.ts";
import { providerGuards } from "./providers.ts";
import { proxyGuards } from "./proxies.ts";
import { questionGuards } from "./questions.ts";
import { requestGuards } from "./requests.ts";
import { resultGuards } from "./results.ts";
import { sandboxGuards } from "./sandbox.ts";
import { streamGuards } from "./streams.ts";
import { supplyGuards } from "./supply.ts";
import { fileGuards } from "./files.ts";
import { windowGuards } from "./windows.ts";
import { watchingGuards } from "./watching.ts";
import { wordGuards } from "./words.ts";

/** Of every field and rule of the interface. */
export const interfaceRules: readonly Mutant[] = [
  ...connectionRules,
  ...telemetryRules,
  ...flowRules,
  ...entitlementRules,
  ...listRules,
  ...loginRules,
  ...contextRules,
  ...operationRules,
  ...destinationRules,
  ...providerRules,
  ...proxyRules,
  ...credentialRules,
  ...updateRules,
];

export const mutants: readonly Mutant[] = [
  ...requestGuards,
  ...answerGuards,
  ...wordGuards,
  ...questionGuards,
  ...changeGuards,
  ...commandGuards,
  ...resultGuards,
  ...accountGuards,
  ...destinationGuards,
  ...providerGuards,
  ...proxyGuards,
  ...editorGuards,
  ...historyGuards,
  ...networkGuards,
  ...noticeGuards,
  ...pageGuards,
  ...faultGuards,
  ...sandboxGuards,
  ...streamGuards,
  ...loginGuards,
  ...ensuringGuards,
  ...fileGuards,
  ...loggingInGuards,
  ...toolGuards,
  ...supplyGuards,
  ...watchingGuards,
  ...windowGuards,
  ...interfaceRules,
];
