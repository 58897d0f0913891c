import { play } from "./play.ts";
import { statusFaults } from "./statuses.ts";

play(statusFaults);
