/** Rules about objects that were stored while a feature was on. The feature is off when they are updated. */
import { describe, test } from "vitest";
import { expectCauses, Refusals, ruleServer } from "../support/refusals.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import { createObject, getObject, put } from "../support/writes.ts";

const claim = { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } } };
const volume = {
  spec: {
    accessModes: ["ReadWriteOnce"],
    capacity: { storage: "2Gi" },
    csi: { driver: "csi.example.com", volumeHandle: "vol-1" },
  },
};
const gold = { volumeAttributesClassName: "gold" };
const off = "update is forbidden when the VolumeAttributesClass feature gate is disabled";

/**
 * Stores a volume and a claim with a volumeAttributesClassName. Then runs `body` with a server without that feature.
 */
async function withStoredClasses(body: (server: TestServer) => Promise<void>): Promise<void> {
  await using store = new KeptStore();
  {
    await using before = await startTestServer({ store, flags: ["--feature-gates=VolumeAttributesClass=true"] });
    const metadata = { name: "it" };
    await createObject(before.client, "/api/v1/persistentvolumes", { metadata, spec: { ...volume.spec, ...gold } });
    await createObject(before.client, "/api/v1/namespaces/default/persistentvolumeclaims", {
      metadata,
      spec: { ...claim.spec, ...gold },
    });
  }
  await using server = await startTestServer({ store });
  await body(server);
}

test("[PersistentVolume#5, PersistentVolumeClaim#6] the volumeAttributesClassName of volumes and claims cannot be changed while the feature is off", async () => {
  await withStoredClasses(async ({ client }) => {
    const immutable =
      /^spec: Forbidden: spec is immutable after creation except resources\.requests and volumeAttributesClassName for bound claims\n/;
    const cases = [
      { path: "/api/v1/persistentvolumes/it", more: [] },
      { path: "/api/v1/namespaces/default/persistentvolumeclaims/it", more: [immutable] },
    ];
    for (const { path, more } of cases) {
      const object = await getObject(client, path);
      object.spec.volumeAttributesClassName = "silver";
      expectCauses(await put(client, path, object), [...more, `spec.volumeAttributesClassName: Forbidden: ${off}`]);
    }
  });
});

describe("a claim without RecoverVolumeExpansionFailure", () => {
  const server = ruleServer(["--feature-gates=RecoverVolumeExpansionFailure=false"]);
  const claims = new Refusals(server, "/api/v1/namespaces/default/persistentvolumeclaims", claim);

  claims.update(
    "[PersistentVolumeClaim#3] a decrease of the storage request of a claim is rejected without RecoverVolumeExpansionFailure",
    {
      change: ({ spec }) => {
        spec.resources.requests.storage = "1Gi";
      },
      causes: [
        /^spec: Forbidden: spec is immutable after creation/,
        "spec.resources.requests.storage: Forbidden: field can not be less than previous value",
      ],
    },
  );
});

describe("a claim with RecoverVolumeExpansionFailure", () => {
  const server = ruleServer();

  test("[PersistentVolumeClaim#4] a decrease of the storage request to the capacity of the claim is rejected", async () => {
    const { client } = server();
    const path = "/api/v1/namespaces/default/persistentvolumeclaims/full";
    const created = await createObject(client, "/api/v1/namespaces/default/persistentvolumeclaims", {
      ...claim,
      metadata: { name: "full" },
    });
    created.status = { phase: "Bound", capacity: { storage: "1Gi" } };
    await put(client, `${path}/status`, created);
    const bound = await getObject(client, path);
    bound.spec.resources.requests.storage = "1Gi";
    expectCauses(await put(client, path, bound), [
      "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
    ]);
  });
});
