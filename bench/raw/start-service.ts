/** Starts a webhook of the bench in a separate process, on the core of the load. */
import { once } from "node:events";
import { join } from "node:path";
import type { LoadTarget } from "../load/job.ts";
import { servingKeyPair } from "../orch-server.ts";
import { spawnOnCore, stop } from "../process.ts";
import type { ConversionServiceConfig } from "./conversion-service.ts";

/** A running webhook. */
export interface RawService extends AsyncDisposable {
  readonly pid: number;
  readonly target: LoadTarget;
}

/**
 * Starts a program of this folder, which sends its port in its first message.
 * @param ca verifies the certificate, which is that of the cluster in the data directory
 */
export async function startRawService(program: string, dataDir: string, ca: LoadTarget["ca"]): Promise<RawService> {
  const path = join(import.meta.dirname, program);
  const child = spawnOnCore("load", ["--import", "tsx", path], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const config: ConversionServiceConfig = servingKeyPair(dataDir);
  const portMessage = once(child, "message");
  child.send(config);
  const [{ port }] = (await portMessage) as [{ port: number }];
  return {
    pid: child.pid ?? 0,
    target: { host: "127.0.0.1", port, ca },
    [Symbol.asyncDispose]: async () => await stop(child),
  };
}
