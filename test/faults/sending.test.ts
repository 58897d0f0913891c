import { play } from "./play.ts";
import { sendingFaults } from "./sending.ts";

play(sendingFaults);
