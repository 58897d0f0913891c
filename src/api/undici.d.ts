// undici's own module, which comes without types. Its main module must not be loaded: see pool.ts.
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}
