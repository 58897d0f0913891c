// Guards of the code, with the test that notices when one is gone. To add one, add a row to the file it belongs in.
import { consentGuards } from "./consent.ts";
import type { Mutant } from "./mutant.ts";
import { outcomeGuards } from "./outcomes.ts";
import { sandboxGuards } from "./sandbox.ts";
import { secretGuards } from "./secrets.ts";
import { supplyGuards } from "./supply.ts";
import { untrustedGuards } from "./untrusted.ts";

export const mutants: readonly Mutant[] = [
  ...secretGuards,
  ...untrustedGuards,
  ...consentGuards,
  ...outcomeGuards,
  ...sandboxGuards,
  ...supplyGuards,
];
