import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { connectEtcd } from "../testing/etcd-client.ts";
import { EtcdCluster, hasEtcd } from "../testing/etcd-process.ts";
import { TcpProxy } from "../testing/tcp-proxy.ts";

class OpenProxy extends TcpProxy {
  get hasConnections(): boolean {
    return this.sockets.size > 0;
  }

  protected forward(client: Socket, target: Socket): void {
    client.pipe(target).pipe(client);
  }
}

test.skipIf(!hasEtcd)("operations that wait while the engine closes fail, and leave no connection open", async () => {
  await using cluster = await EtcdCluster.start();
  await using proxy = await new OpenProxy(cluster.urls[0] as string).listen();
  const engine = await connectEtcd({ servers: [proxy.url] });
  await engine.put("/a", Buffer.from("x"), 0);
  // The second read waits for the first one, and the watch first asks for the version of etcd.
  const reads = [engine.progress(), engine.progress(), engine.progress()];
  const watch = engine.watch("/", { after: engine.revision, signal: new AbortController().signal });
  const waiting = [...reads, watch[Symbol.asyncIterator]().next()];
  const results = Promise.allSettled(waiting);
  await engine[Symbol.asyncDispose]();
  for (const result of await results) {
    expect(result).toMatchObject({ status: "rejected", reason: { code: "closed" } });
  }
  await expect.poll(() => proxy.hasConnections).toBe(false);
});
