// A service with a thousand connections and 500 browsers in a thread of its own, so that its work doesn't block the measured code.
import { parentPort } from "node:worker_threads";
import { SecondService } from "../support/secondService.ts";

const service = new SecondService();
for (let index = 0; index < 1000; index++) service.keep(`site-${index}.example`, "ops");
service.browsers = Array.from({ length: 500 }, (_, index) => ({
  id: `bs_${index}`,
  name: `browser-${index}`,
  created_at: "2026-11-20T12:00:00Z",
  timeout_seconds: 300,
  profile: { id: `prof_${index}`, name: "ops" },
}));
await service.start({ after: () => undefined });
parentPort?.postMessage({ baseUrl: service.baseUrl, token: service.token });
parentPort?.on("message", () => {
  parentPort?.postMessage(service.requests.length);
  service.requests.length = 0;
});
