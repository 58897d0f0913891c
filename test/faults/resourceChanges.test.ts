import { sendingOperations } from "./resourceOperations.ts";
import { playResources } from "./resourcePlay.ts";

playResources(sendingOperations);
