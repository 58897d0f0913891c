import { execFile } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { promisify } from "node:util";

/**
 * What 127.0.0.1 means here, in a text: the same for every process of this computer until it is started anew, and
 * another one on every other. Homes are shared between computers and containers, ports are not. Never rejects.
 */
export async function thisMachine(): Promise<string> {
  try {
    if (process.platform === "linux") {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return `${boot} ${readlinkSync("/proc/self/ns/net")}`;
    }
    if (process.platform === "darwin") {
      const { stdout } = await promisify(execFile)("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"]);
      if (stdout.trim() !== "") return stdout.trim();
    }
  } catch {
    // A system that does not tell: its name has to do.
  }
  return hostname();
}
