import { bodyFaults } from "./body.ts";
import { play } from "./play.ts";

play(bodyFaults);
