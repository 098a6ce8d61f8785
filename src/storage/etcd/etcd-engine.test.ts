import { afterAll, describe } from "vitest";
import { describeEngine } from "../testing/engine-suite.ts";
import { hasEtcd } from "../testing/etcd-process.ts";
import { EtcdStores, etcdTraits } from "../testing/etcd-stores.ts";

describe.skipIf(!hasEtcd)("on a running etcd", () => {
  const stores = new EtcdStores();
  afterAll(() => stores[Symbol.asyncDispose]());

  describeEngine("the etcd engine", { open: (options) => stores.open(options), traits: etcdTraits, randomRuns: 1 });
});
