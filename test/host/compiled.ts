// Imported before everything else by processes that run tests: what one has compiled, the others need not compile again.
// Loading the sources is half of what a small test file takes.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { cache } from "./paths.ts";

enableCompileCache(join(cache, "compiled"));
