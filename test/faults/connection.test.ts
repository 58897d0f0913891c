import { connectionFaults } from "./connection.ts";
import { play } from "./play.ts";

play(connectionFaults);
