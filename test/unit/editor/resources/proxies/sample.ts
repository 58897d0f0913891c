import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProxyResource } from "../../../../../src/api/resourceSchemas.ts";
import type { ProxyValues } from "../../../../../src/domain/resources/proxies.ts";
import { proxies } from "../../../../../src/editor/resources/proxies/proxies.ts";
import { FileDialog } from "../../../../doubles/vscode.ts";
import { certificate } from "../../../../support/certificate.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";
import type { Sample } from "../sample.ts";
import { paris, connectionUsing } from "./scene.ts";

export const proxySample: Sample<ProxyResource, ProxyValues> = {
  resource: proxies,
  removable: proxies,
  shownBy: "connections",
  path: "/proxies",
  live: paris,
  user: connectionUsing({ id: paris.id }),
  answers: [
    async (at) => (await at.list()).choose("Custom"),
    (at) => at.type("proxy.corp.example"),
    (at) => at.type("3128"),
    async (at) => (await at.list()).choose("HTTPS"),
    (at) => at.type("browser"),
    (at) => at.type("s3cret-password"),
    async (at) => {
      const bundle = join(at.directory, "ca.pem");
      writeFileSync(bundle, certificate);
      await at.choose("$(folder-opened) Choose a File…");
      (await nextShown(FileDialog)).choose(bundle);
      await at.choose("ca.pem");
    },
    (at) => at.type("intranet.example, *.corp.example intranet.example"),
    (at) => at.type("mine"),
  ],
  nameAt: 8,
  takenName: "warning: Another proxy has this name",
  name: "mine",
  body: {
    type: "custom",
    name: "mine",
    bypass_hosts: ["intranet.example", "*.corp.example"],
    protocol: "https",
    config: {
      host: "proxy.corp.example",
      port: 3128,
      username: "browser",
      password: "s3cret-password",
      ca_bundle: certificate,
    },
  },
  createdRow: { id: "proxy_9", name: "mine", type: "custom" },
  secrets: ["s3cret-password", "BEGIN CERTIFICATE"],
  async rename(at) {
    await at.type(" lyon ");
  },
  changes: { name: "lyon" },
  changed: { ...paris, name: "lyon" },
  changedElsewhere: { ...paris, name: "theirs" },
};
