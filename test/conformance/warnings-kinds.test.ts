/** Warnings for writes of Services, volumes and other kinds. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import {
  fractionalBytesWarning,
  noWarnings,
  shopPath,
  testWarnings,
  type WarningRow,
  warningServer,
} from "../support/warning-rows.ts";
import { warningsOf } from "../support/warnings.ts";
import { put } from "../support/writes.ts";

const server = warningServer();

describe("warnings about a Service", () => {
  const services = `/api/v1/${shopPath}/services`;
  const ports = [{ port: 80 }];
  const zero = (path: string, what: string, error: string): string =>
    `${path}: IP ${what} was accepted, but will be invalid in a future Kubernetes release: ${error}`;
  const six = (path: string, what: string, text: string, canonical: string): string =>
    `${path}: IPv6 ${what} "${text}" is not in RFC 5952 canonical format ("${canonical}"), which may cause controller apply-loops`;

  testWarnings(server, [
    { title: "a valid Service gets no warning", collection: services, object: { spec: { ports } }, warnings: [] },
    {
      title: "a Service with a deprecated annotation gets a warning",
      collection: services,
      annotations: { "service.kubernetes.io/topology-aware-hints": "Auto" },
      object: { spec: { ports } },
      warnings: [
        "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead",
      ],
    },
    {
      title: "a Service with addresses with leading zeros gets warnings",
      collection: services,
      object: {
        spec: {
          type: "LoadBalancer",
          ports,
          externalIPs: ["192.0.2.1", "192.0.2.01"],
          loadBalancerIP: "192.0.02.1",
          loadBalancerSourceRanges: ["10.0.0.0/8", "010.0.0.0/8"],
        },
      },
      warnings: [
        zero("spec.externalIPs[1]", "address", 'ParseAddr("192.0.2.01"): IPv4 field has octet with leading zero'),
        zero("spec.loadBalancerIP", "address", 'ParseAddr("192.0.02.1"): IPv4 field has octet with leading zero'),
        zero(
          "spec.loadBalancerSourceRanges[1]",
          "prefix",
          'netip.ParsePrefix("010.0.0.0/8"): ParseAddr("010.0.0.0"): IPv4 field has octet with leading zero',
        ),
      ],
    },
    {
      title: "a Service with addresses that are not in canonical form gets warnings",
      collection: services,
      object: {
        spec: {
          type: "LoadBalancer",
          ports,
          externalIPs: ["2001:db8::1", "2001:DB8:0::1"],
          loadBalancerIP: "2001:db8:0:0:0:0:0:2",
          loadBalancerSourceRanges: ["2001:db8::/32", "2001:db8:0::/48"],
        },
      },
      warnings: [
        six("spec.externalIPs[1]", "address", "2001:DB8:0::1", "2001:db8::1"),
        six("spec.loadBalancerIP", "address", "2001:db8:0:0:0:0:0:2", "2001:db8::2"),
        six("spec.loadBalancerSourceRanges[1]", "prefix", "2001:db8:0::/48", "2001:db8::/48"),
      ],
    },
    {
      title: "a Service whose externalIPs have no effect gets a warning",
      collection: services,
      object: { spec: { type: "ExternalName", externalName: "example.com", externalIPs: ["192.0.2.1"] } },
      warnings: ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
    },
    {
      title: "a Service whose externalName has no effect gets a warning",
      collection: services,
      object: { spec: { ports, externalName: "example.com" } },
      warnings: ['spec.externalName is ignored when spec.type is not "ExternalName"'],
    },
  ]);
});

describe("warnings about volumes", () => {
  const storage = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } };
  const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
  const path = { hostPath: { path: "/data" } };
  const beta = { key: "beta.kubernetes.io/arch", operator: "In", values: ["amd64"] };
  const arch = 'deprecated since v1.14; use "kubernetes.io/arch" instead';
  const zone = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead';
  const volumes = "/api/v1/persistentvolumes";
  const gone = (title: string, source: object, warning: string): WarningRow => ({
    title: `a PersistentVolume of ${title} gets a warning`,
    collection: volumes,
    object: { spec: { ...volume, ...source } },
    warnings: [`spec.${title}: ${warning}`],
  });

  testWarnings(server, [
    {
      title: "a claim with a fractional byte value and a class annotation gets warnings",
      collection: `/api/v1/${shopPath}/persistentvolumeclaims`,
      annotations: { "volume.beta.kubernetes.io/storage-class": "fast" },
      object: { spec: storage },
      warnings: [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
        fractionalBytesWarning("spec.resources.requests[storage]", "1500m"),
      ],
    },
    {
      title: "a PersistentVolume with a class annotation, the Recycle policy and deprecated node labels gets warnings",
      collection: volumes,
      annotations: { "volume.beta.kubernetes.io/storage-class": "fast" },
      object: {
        spec: {
          ...volume,
          ...path,
          persistentVolumeReclaimPolicy: "Recycle",
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [beta] }] } },
        },
      },
      warnings: [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/arch is ${arch}`,
      ],
    },
    {
      title: "a PersistentVolume with a mount annotation gets a warning",
      collection: volumes,
      annotations: { "volume.beta.kubernetes.io/mount-options": "ro" },
      object: { spec: { ...volume, nfs: { server: "s", path: "/" } } },
      warnings: [
        'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
      ],
    },
    {
      title: "a valid PersistentVolume gets no warning",
      collection: volumes,
      object: { spec: { ...volume, ...path } },
      warnings: [],
    },
    gone("cephfs", { cephfs: { monitors: ["m"] } }, "deprecated in v1.28, non-functional in v1.31+"),
    gone(
      "photonPersistentDisk",
      { photonPersistentDisk: { pdID: "1" } },
      "deprecated in v1.11, non-functional in v1.16+",
    ),
    gone(
      "scaleIO",
      { scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
      "deprecated in v1.16, non-functional in v1.22+",
    ),
    {
      ...gone("storageOS", { storageos: { volumeName: "v" } }, "deprecated in v1.22, non-functional in v1.25+"),
      title: "a PersistentVolume of storageos gets a warning",
    },
    gone("glusterfs", { glusterfs: { endpoints: "e", path: "p" } }, "deprecated in v1.25, non-functional in v1.26+"),
    gone("rbd", { rbd: { monitors: ["m"], image: "i" } }, "deprecated in v1.28, non-functional in v1.31+"),
    {
      title: "a StorageClass gets warnings about deprecated topology labels",
      collection: "/apis/storage.k8s.io/v1/storageclasses",
      object: {
        provisioner: "example.com/disks",
        allowedTopologies: [
          { matchLabelExpressions: [{ key: "failure-domain.beta.kubernetes.io/zone", values: ["a"] }] },
        ],
      },
      warnings: [`allowedTopologies[0].matchLabelExpressions[0].key: ${zone}`],
    },
    {
      title: "a CSIStorageCapacity gets warnings about deprecated topology labels",
      collection: `/apis/storage.k8s.io/v1/${shopPath}/csistoragecapacities`,
      object: {
        storageClassName: "fast",
        nodeTopology: {
          matchExpressions: [beta],
          matchLabels: { "failure-domain.beta.kubernetes.io/zone": "a" },
        },
      },
      warnings: [
        `nodeTopology.matchExpressions[0].key: beta.kubernetes.io/arch is ${arch}`,
        `nodeTopology.matchLabels.failure-domain.beta.kubernetes.io/zone: ${zone}`,
      ],
    },
  ]);
});

describe("warnings about other kinds", () => {
  const ingress = {
    collection: `/apis/networking.k8s.io/v1/${shopPath}/ingresses`,
    warningsOnRelabel: noWarnings,
  };
  const defaultBackend = { service: { name: "web", port: { number: 80 } } };
  const mountable = "kubernetes.io/enforce-mountable-secrets";

  testWarnings(server, [
    {
      title: "a Node with an externalID gets a warning",
      collection: "/api/v1/nodes",
      object: { spec: { externalID: "i-1" } },
      warnings: ["spec.externalID: this field is deprecated, and is unused by Kubernetes"],
    },
    {
      title: "a ServiceAccount with the annotation for mountable Secrets gets a warning",
      collection: `/api/v1/${shopPath}/serviceaccounts`,
      annotations: { [mountable]: "true" },
      object: {},
      warnings: [
        `metadata.annotations[${mountable}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ],
      warningsOnRelabel: noWarnings,
    },
    {
      ...ingress,
      title: "an Ingress with a class annotation gets a warning",
      annotations: { "kubernetes.io/ingress.class": "web" },
      object: { spec: { defaultBackend } },
      warnings: [`annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`],
    },
    {
      ...ingress,
      title: "an Ingress with ingressClassName gets no warning",
      object: { spec: { defaultBackend, ingressClassName: "web" } },
      warnings: [],
    },
    {
      title: "an EndpointSlice of type FQDN gets a warning",
      collection: `/apis/discovery.k8s.io/v1/${shopPath}/endpointslices`,
      object: { addressType: "FQDN", endpoints: [{ addresses: ["example.com"] }] },
      warnings: ["spec.addressType: FQDN endpoints are deprecated"],
      warningsOnRelabel: noWarnings,
    },
    {
      title: "an EndpointSlice of canonical addresses gets no warning",
      collection: `/apis/discovery.k8s.io/v1/${shopPath}/endpointslices`,
      object: { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }] },
      warnings: [],
    },
    {
      title: "a RuntimeClass with deprecated node labels gets warnings",
      collection: "/apis/node.k8s.io/v1/runtimeclasses",
      object: { handler: "runc", scheduling: { nodeSelector: { "node-role.kubernetes.io/master": "" } } },
      warnings: ['scheduling.nodeSelector: use "node-role.kubernetes.io/control-plane" instead'],
    },
    {
      title: "a PodDisruptionBudget that selects every Pod gets no warning",
      collection: `/apis/policy/v1/${shopPath}/poddisruptionbudgets`,
      object: { spec: { selector: {}, minAvailable: 1 } },
      warnings: [],
    },
    {
      title: "Endpoints with canonical addresses get no warning",
      collection: `/api/v1/${shopPath}/endpoints`,
      object: { subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 80 }] }] },
      warnings: [],
    },
    {
      title: "a NetworkPolicy with host bits in a network gets no warning",
      collection: `/apis/networking.k8s.io/v1/${shopPath}/networkpolicies`,
      object: { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.1/8" } }] }] } },
      warnings: [],
    },
  ]);
});

describe("warnings about a Secret for TLS", () => {
  const secrets = `/api/v1/${shopPath}/secrets`;
  let authority: ClientAuthority;
  let pair: { cert: string; key: string };
  let otherKey: string;
  let count = 0;

  beforeAll(async () => {
    authority = await ClientAuthority.create();
    pair = await authority.issue({ name: "web", usage: "serverAuth", hosts: ["web"] });
    otherKey = (await authority.issue({ name: "other" })).key;
  });

  afterAll(() => {
    authority[Symbol.dispose]();
  });

  async function warningsFor(cert: string, key: string): Promise<string[]> {
    const { client } = server();
    count += 1;
    const stringData = { "tls.crt": cert, "tls.key": key };
    const body = { metadata: { name: `pair-${count}` }, type: "kubernetes.io/tls", stringData };
    const made = await client.request(secrets, { body });
    expect(made.status, made.text).toBe(201);
    const path = `${secrets}/pair-${count}`;
    expect(warningsOf(await put(client, path, made.json))).toEqual(warningsOf(made));
    return warningsOf(made);
  }

  const block = (type: string): string => `-----BEGIN ${type}-----\nMAMBAf8=\n-----END ${type}-----\n`;

  test("a TLS Secret with a matching certificate and key gets no warning", async () => {
    expect(await warningsFor(pair.cert, pair.key)).toEqual([]);
    expect(await warningsFor(`a certificate\n${pair.cert}${authority.certificate}`, pair.key)).toEqual([]);
  });

  test.each([
    ["no content", "", "", "tls: failed to find any PEM data in certificate input"],
    [
      "a key instead of a certificate",
      block("PRIVATE KEY"),
      "",
      "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched",
    ],
    [
      "other PEM blocks instead of a certificate",
      block("A") + block("B"),
      "",
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
    ],
    ["no key", block("CERTIFICATE"), "", "tls: failed to find any PEM data in key input"],
    [
      "a certificate instead of a key",
      block("CERTIFICATE"),
      block("CERTIFICATE"),
      "tls: found a certificate rather than a key in the PEM for the private key",
    ],
    [
      "other PEM blocks instead of a key",
      block("CERTIFICATE"),
      block("A") + block("B"),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [A B]',
    ],
    ["a malformed certificate", block("CERTIFICATE"), block("PRIVATE KEY"), "x509: malformed certificate"],
  ])("a TLS Secret with %s gets a warning", async (_, cert, key, warning) => {
    expect(await warningsFor(cert, key)).toEqual([warning]);
  });

  test("a TLS Secret whose key is invalid or does not match gets a warning", async () => {
    expect(await warningsFor(pair.cert, block("PRIVATE KEY"))).toEqual(["tls: failed to parse private key"]);
    expect(await warningsFor(pair.cert, otherKey)).toEqual(["tls: private key does not match public key"]);
    const { generateKeyPairSync } = await import("node:crypto");
    const keyOf = (type: "ed25519" | "x25519"): string =>
      (type === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("x25519")).privateKey
        .export({ type: "pkcs8", format: "pem" })
        .toString();
    expect(await warningsFor(pair.cert, keyOf("ed25519"))).toEqual([
      "tls: private key type does not match public key type",
    ]);
    expect(await warningsFor(pair.cert, keyOf("x25519"))).toEqual([
      "tls: found unknown private key type in PKCS#8 wrapping",
    ]);
  });

  test("a Secret of another type gets no warning about its content", async () => {
    const answer = await server().client.request(secrets, {
      body: { metadata: { name: "opaque" }, stringData: { "tls.crt": "a" } },
    });
    expect([answer.status, warningsOf(answer)]).toEqual([201, []]);
  });
});
