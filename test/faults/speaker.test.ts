import { speakerFaults } from "./speaker.ts";
import { play } from "./play.ts";

play(speakerFaults);
