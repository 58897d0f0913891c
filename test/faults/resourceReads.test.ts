import { readingOperations } from "./resourceOperations.ts";
import { playResources } from "./resourcePlay.ts";

playResources(readingOperations);
