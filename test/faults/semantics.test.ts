import { play } from "./play.ts";
import { semanticFaults } from "./semantics.ts";

play(semanticFaults);
