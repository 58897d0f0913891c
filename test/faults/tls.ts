// A TLS server on loopback with certificates of an authority created for this run.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { promisify } from "node:util";

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates the certificates. From then on, this process trusts their authority. Rejects without openssl. */
export async function makeCertificates(): Promise<
  Readonly<Record<"good" | "expired" | "selfSigned", Certificate>>
> {
  const directory = await mkdtemp(join(tmpdir(), "managed-auth-tls-"));
  const openssl = async (...args: string[]): Promise<void> => {
    await promisify(execFile)("openssl", args, { cwd: directory });
  };
  const fresh = (name: string): string[] => [
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", `${name}.key`],
    ...["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:good.example"],
  ];
  const own = async (name: string): Promise<void> =>
    openssl("req", "-x509", ...fresh(name), "-out", `${name}.pem`, "-days", "2");
  const signed = async (name: string, days: string): Promise<void> => {
    await openssl("req", ...fresh(name), "-out", `${name}.csr`);
    const authority = ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial"];
    const options = ["-copy_extensions", "copy", "-days", days, "-out", `${name}.pem`];
    await openssl("x509", "-req", "-in", `${name}.csr`, ...authority, ...options);
  };
  const text = (name: string): Promise<string> => readFile(join(directory, name), "utf8");
  const read = async (name: string): Promise<Certificate> => ({
    key: await text(`${name}.key`),
    cert: await text(`${name}.pem`),
  });
  try {
    await own("authority");
    await own("selfSigned");
    await signed("good", "2");
    await signed("expired", "-1");
    setDefaultCACertificates([...getCACertificates(), await text("authority.pem")]);
    const [good, expired, selfSigned] = await Promise.all(["good", "expired", "selfSigned"].map(read));
    if (good === undefined || expired === undefined || selfSigned === undefined)
      throw new Error("unreachable");
    return { good, expired, selfSigned };
  } finally {
    await rm(directory, { recursive: true });
  }
}

interface TlsServer {
  readonly port: number;
  /** Requests that arrived over TLS. */
  readonly requests: string[];
  /** Number of TCP connections, including those without TLS. */
  connections(): number;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 and replies to each request with these bytes. */
export async function tlsServer(certificate: Certificate, answer: string): Promise<TlsServer> {
  const requests: string[] = [];
  const sockets = new Set<TLSSocket>();
  let connections = 0;
  const server = createServer(certificate, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data: Buffer) => {
      requests.push(data.toString("latin1"));
      socket.end(answer);
    });
  });
  server.on("connection", () => connections++);
  // Some tests expect a refused handshake.
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    requests,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
