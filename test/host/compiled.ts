// Imported first by processes that run tests. Shares compiled code between processes, because loading the sources
// takes half of the time of a small test file.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { cache } from "./paths.ts";

enableCompileCache(join(cache, "compiled"));
