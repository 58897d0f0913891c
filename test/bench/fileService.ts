// A service with a thousand connections in a thread of its own, so that its work doesn't block the measured code.
import { parentPort } from "node:worker_threads";
import { SecondService } from "../support/secondService.ts";

const service = new SecondService();
for (let index = 0; index < 1000; index++) service.keep(`site-${index}.example`, "ops");
await service.start({ after: () => undefined });
parentPort?.postMessage({ baseUrl: service.baseUrl, token: service.token });
parentPort?.on("message", () => {
  parentPort?.postMessage(service.seen.length);
  service.seen.length = 0;
});
