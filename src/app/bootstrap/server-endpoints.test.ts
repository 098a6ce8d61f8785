import { beforeEach, expect, test } from "vitest";
import type { Endpoints } from "../../api/core/v1/endpoints.ts";
import type { EndpointSlice } from "../../api/discovery/v1/endpoint-slice.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type AddressLeases, addressLeaseMs } from "./address-leases.ts";
import { ServerEndpoints } from "./server-endpoints.ts";
import type { SystemResource } from "./system-objects.ts";

/** Leases that expire with the time of a test. */
class LeasesInMemory implements AddressLeases {
  readonly #clock: ManualClock;
  readonly #expiresMs = new Map<string, number>();

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  async renew(address: string): Promise<void> {
    this.#expiresMs.set(address, this.#clock.nowMs() + addressLeaseMs);
  }

  async remove(address: string): Promise<void> {
    this.#expiresMs.delete(address);
  }

  async list(): Promise<readonly string[]> {
    const alive = [...this.#expiresMs].filter(([, expiresMs]) => expiresMs > this.#clock.nowMs());
    return alive.map(([address]) => address).sort();
  }
}

/** One object, and the number of its writes. */
class OneObject<T extends ApiObject> {
  object: T | undefined;
  writes = 0;

  get resource(): SystemResource<T> {
    const store = (object: T | undefined): boolean => {
      this.object = object;
      this.writes++;
      return true;
    };
    const resource: Pick<SystemResource<T>, "get" | "create" | "update" | "delete"> = {
      get: async () => this.object,
      create: async (object) => store(object as T),
      update: async (_name, change) => {
        const next = this.object && change(this.object);
        if (next) store(next);
      },
      delete: async () => void store(undefined),
    };
    return resource as SystemResource<T>;
  }
}

let clock: ManualClock;
let leases: LeasesInMemory;
let endpoints: OneObject<Endpoints>;
let slices: OneObject<EndpointSlice>;

beforeEach(() => {
  clock = new ManualClock();
  leases = new LeasesInMemory(clock);
  endpoints = new OneObject();
  slices = new OneObject();
});

function server(address: string, port = 6443): ServerEndpoints {
  return new ServerEndpoints({
    address,
    port: () => port,
    leases,
    endpoints: endpoints.resource,
    slices: slices.resource,
    vocabulary: vocabularies.kubernetes,
  });
}

const addresses = (): readonly (string | undefined)[] =>
  (endpoints.object?.subsets ?? []).flatMap((subset) => (subset.addresses ?? []).map(({ ip }) => ip));

test("a server that dies is removed when its lease has ended, and one that withdraws at once", async () => {
  const [first, second, third] = ["10.1.2.3", "10.1.2.4", "10.1.2.5"].map((address) => server(address));
  for (const one of [third, first, second]) await one?.publish();
  expect(addresses()).toEqual(["10.1.2.3", "10.1.2.4", "10.1.2.5"]);
  // The first server is killed.
  await clock.advance(addressLeaseMs - 1);
  await second?.publish();
  await third?.publish();
  expect(addresses()).toEqual(["10.1.2.3", "10.1.2.4", "10.1.2.5"]);
  await clock.advance(1);
  await third?.publish();
  expect(addresses()).toEqual(["10.1.2.4", "10.1.2.5"]);
  await second?.withdraw();
  expect(addresses()).toEqual(["10.1.2.5"]);
  expect(slices.object?.endpoints).toEqual([{ addresses: ["10.1.2.5"], conditions: { ready: true } }]);
  await third?.withdraw();
  expect([addresses(), slices.object?.endpoints, slices.object?.ports]).toEqual([[], [], []]);
});

test("a publication after the withdrawal has no effect, and neither has a withdrawal without a publication", async () => {
  const one = server("10.1.2.3");
  await one.publish();
  await Promise.all([one.withdraw(), one.publish()]);
  expect(addresses()).toEqual([]);
  await server("10.1.2.4").withdraw();
  expect(endpoints.writes).toBe(2);
});

test("nothing is written while the endpoints are correct, and changes of other clients are corrected", async () => {
  const one = server("10.1.2.3");
  await one.publish();
  await one.publish();
  expect([endpoints.writes, slices.writes]).toEqual([1, 1]);
  const metadata = { ...endpoints.object?.metadata, labels: { mine: "kept" } };
  endpoints.object = { ...(endpoints.object as Endpoints), metadata, subsets: [{ addresses: [{ ip: "10.9.9.9" }] }] };
  await one.publish();
  expect(endpoints.object).toEqual({
    metadata: {
      namespace: "default",
      name: "kubernetes",
      labels: { mine: "kept", "endpointslice.kubernetes.io/skip-mirror": "true" },
    },
    subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ name: "https", port: 6443, protocol: "TCP" }] }],
  });
});

test("a server sets its port when it starts, and then keeps the one that is stored", async () => {
  const first = server("10.1.2.3", 6443);
  await first.publish();
  await server("10.1.2.4", 7443).publish();
  await first.publish();
  expect(endpoints.object?.subsets?.[0]?.ports).toEqual([{ name: "https", port: 7443, protocol: "TCP" }]);
});

test("a slice with another type of addresses is replaced", async () => {
  await server("10.1.2.3").publish();
  await clock.advance(addressLeaseMs);
  await server("fd00::2").publish();
  expect(slices.object).toMatchObject({ addressType: "IPv6", endpoints: [{ addresses: ["fd00::2"] }] });
});
