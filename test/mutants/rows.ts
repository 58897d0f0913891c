// Guards of the code, each with a test that fails without it. To add a guard, add a row to the file of its subject.
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
