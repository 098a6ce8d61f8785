import { afterAll } from "vitest";
import { describeEngine } from "../testing/engine-suite.ts";
import { EtcdStores, etcdTraits } from "../testing/etcd-stores.ts";

const stores = new EtcdStores();
afterAll(() => stores[Symbol.asyncDispose]());

describeEngine("the etcd engine", { open: (options) => stores.open(options), traits: etcdTraits, randomRuns: 1 });
