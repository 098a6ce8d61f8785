import { describe, expect, test } from "vitest";
import { base64, ecRequest, leaf } from "../../src/kinds/certificates/testing/certificates.ts";
import { controllerSpec } from "../support/controllers.ts";
import { ruleServer } from "../support/refusals.ts";
import { emptyTexts, Replacements } from "../support/replacements.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject, getObject, put } from "../support/writes.ts";

const server = ruleServer([
  "--service-cluster-ip-range=10.96.0.0/16",
  "--feature-gates=InPlacePodVerticalScaling=true",
]);
const ofDefault = "/api/v1/namespaces/default";
const apps = "/apis/apps/v1/namespaces/default";
const pods = new Replacements(server, `${ofDefault}/pods`, { spec: { containers: [{ name: "app", image: "app:1" }] } });

describe("metadata", () => {
  test("[ObjectMeta#13] an update keeps the stored generation", async () => {
    const { client } = server();
    const path = `${apps}/deployments/counted`;
    const created = await createObject(client, `${apps}/deployments`, {
      metadata: { name: "counted" },
      spec: controllerSpec,
    });
    const second = await put(client, path, { ...created, spec: { ...created.spec, replicas: 2 } });
    expect(second.json.metadata.generation).toBe(2);
    const answer = await put(client, path, { ...second.json, metadata: { ...second.json.metadata, generation: 1 } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.metadata.generation).toBe(2);
  });

  test("[ObjectMeta#17] an update keeps the stored creationTimestamp", async () => {
    const { client } = server();
    const created = await createObject(client, `${ofDefault}/configmaps`, { metadata: { name: "old" } });
    const metadata = { ...created.metadata, creationTimestamp: "2001-01-01T00:00:00Z" };
    const answer = await put(client, `${ofDefault}/configmaps/old`, { ...created, metadata });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.metadata.creationTimestamp).toBe(created.metadata.creationTimestamp);
  });
});

describe("an update of /status without fields", () => {
  const newest = {
    path: "/metadata/resourceVersion",
    sentValues: emptyTexts,
    storedValue: expect.stringMatching(/^[0-9]+$/),
  };
  const written = { ...newest, subresource: "status" };
  const requests = { storage: "1Gi" };
  const accessModes = ["ReadWriteOnce"];
  const claims = new Replacements(server, `${ofDefault}/persistentvolumeclaims`, {
    spec: { accessModes, resources: { requests } },
  });
  const csi = { driver: "csi.example.com", volumeHandle: "it" };
  const volumes = new Replacements(server, "/api/v1/persistentvolumes", {
    spec: { capacity: requests, accessModes, csi },
  });
  const quotas = new Replacements(server, `${ofDefault}/resourcequotas`, {
    spec: { scopes: ["BestEffort"], hard: { pods: "1000" } },
  });

  volumes.update(
    "[PersistentVolume#7] an update of /status without a resourceVersion writes the newest version of a volume",
    written,
  );
  claims.update(
    "[PersistentVolumeClaim#9] an update of /status without a resourceVersion writes the newest version of a claim",
    written,
  );
  quotas.update(
    "[ResourceQuota#15] an update of /status without a resourceVersion writes the newest version of a quota",
    written,
  );
  claims.update("[PersistentVolumeClaim#10] an update of /status without access modes keeps those of the claim", {
    subresource: "status",
    path: "/spec/accessModes",
    sentValues: [undefined, null, []],
    storedValue: ["ReadWriteOnce"],
  });
});

describe("a Pod", () => {
  pods.update("[Pod/status#3] an update of /status keeps the nodeName of a Pod", {
    subresource: "status",
    path: "/spec/nodeName",
    sentValues: ["one"],
    storedValue: undefined,
  });
  pods.update("[Pod/resize#1] an update of /resize keeps the labels of a Pod", {
    subresource: "resize",
    path: "/metadata/labels",
    sentValues: [{ app: "web" }],
    storedValue: undefined,
  });
});

describe("a CertificateSigningRequest", () => {
  const collection = "/apis/certificates.orch.io/v1/certificatesigningrequests";
  const spec = { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] };
  const requests = new Replacements(server, collection, { spec });

  for (const subresource of ["", "/status"]) {
    test(`[CertificateSigningRequest#17] an update of '${subresource}' keeps the condition Approved`, async () => {
      const { client } = server();
      const { metadata, ...created } = await createObject(client, collection, {
        metadata: { generateName: "it-" },
        spec,
      });
      const path = `${collection}/${metadata.name}`;
      const decide = (at: string, reason: string): Promise<WireResponse> => {
        const condition = { type: "Approved", status: "True", reason };
        return put(client, `${path}${at}`, {
          ...created,
          metadata: { name: metadata.name },
          status: { conditions: [condition] },
        });
      };
      expect((await decide("/approval", "Known")).status).toBe(200);
      expect((await decide(subresource, "Other")).status).toBe(200);
      expect((await getObject(client, path)).status.conditions).toMatchObject([{ type: "Approved", reason: "Known" }]);
    });
  }

  for (const subresource of [undefined, "approval"]) {
    requests.update(
      `[CertificateSigningRequest#18] an update of its ${subresource ?? "spec"} does not write the certificate`,
      {
        ...(subresource === undefined ? {} : { subresource }),
        path: "/status/certificate",
        sentValues: [base64(leaf)],
        storedValue: undefined,
      },
    );
  }
});

describe("a DaemonSet", () => {
  const counted = "/metadata/annotations/deprecated.daemonset.template.generation";
  const sets = new Replacements(server, `${apps}/daemonsets`, { spec: controllerSpec });

  sets.update("[DaemonSet#2] the server counts the template generation of a DaemonSet when the template changes", {
    path: counted,
    sentValues: ["1"],
    storedValue: "2",
    change: ({ spec }) => {
      spec.template.spec.containers[0].image = "app:2";
    },
  });
  sets.update("[DaemonSet#3] the template generation of a DaemonSet stays while the template is unchanged", {
    path: counted,
    sentValues: ["7"],
    storedValue: "1",
  });
});

describe("an update of a Service without addresses", () => {
  const services = (clusterIP: string): Replacements =>
    new Replacements(server, `${ofDefault}/services`, { spec: { clusterIP, ports: [{ port: 80 }] } });
  const sentValues = [undefined, null, []];

  services("10.96.9.1").update("[Service#65] an update without clusterIPs keeps those of the Service", {
    path: "/spec/clusterIPs",
    sentValues,
    storedValue: ["10.96.9.1"],
    change: ({ spec }) => void delete spec.clusterIP,
  });
  services("10.96.9.2").update("[Service#69] an update without ipFamilies keeps those of the Service", {
    path: "/spec/ipFamilies",
    sentValues,
    storedValue: ["IPv4"],
    change: ({ spec }) => {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    },
  });
});
