/** Free ports of 127.0.0.1, for servers whose port must be known before they start. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns a port on which nothing listens at the moment. */
export function freePort(): Promise<number> {
  return probePort(0);
}

/** Returns the first of `count` consecutive ports on which nothing listens at the moment. */
export async function freePortRange(count: number): Promise<number> {
  for (;;) {
    const first = await freePort();
    try {
      for (let port = first + 1; port < first + count; port++) await probePort(port);
      return first;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken) throw error;
    }
  }
}

/** Listens on a port for a moment and returns its number. */
async function probePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
