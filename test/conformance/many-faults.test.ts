/** Causes of objects that violate many rules, in the order of the reference. */
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

interface RejectedObject {
  readonly title: string;
  readonly path: string;
  readonly body: object;
  /** Each expected cause as `field reason`. */
  readonly causes: readonly string[];
}

const rejected: readonly RejectedObject[] = [
  {
    title: "invalid webhooks are reported webhook by webhook, with rules before the webhook's name and duplicates last",
    path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    body: {
      metadata: { name: "a" },
      webhooks: [
        {
          name: "a.b.c",
          clientConfig: { url: "https://a.example.com" },
          rules: [{ operations: ["X"], apiGroups: [], apiVersions: ["v1"], resources: ["pods"], scope: "-" }],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
        { name: "a.b.c", clientConfig: {}, sideEffects: "None", admissionReviewVersions: ["-"] },
      ],
    },
    causes: [
      "webhooks[0].rules[0].operations[0] NotSupported",
      "webhooks[0].rules[0].apiGroups Required",
      "webhooks[0].rules[0].scope NotSupported",
      "webhooks[1].clientConfig Required",
      "webhooks[1].admissionReviewVersions[0] Invalid",
      "webhooks[1].admissionReviewVersions Invalid",
      "webhooks[1].name Duplicate",
    ],
  },
  {
    title: "invalid Endpoints are reported address by address, then port by port",
    path: "/api/v1/namespaces/default/endpoints",
    body: {
      metadata: { name: "a" },
      subsets: [
        {
          addresses: [{ ip: "x", hostname: "-", nodeName: "-" }],
          ports: [
            { port: 0, protocol: "x", appProtocol: "-" },
            { port: 1, name: "-" },
          ],
        },
      ],
    },
    causes: [
      "subsets[0].addresses[0].ip Invalid",
      "subsets[0].addresses[0].hostname Invalid",
      "subsets[0].addresses[0].nodeName Invalid",
      "subsets[0].addresses[0].ip Invalid",
      "subsets[0].ports[0].name Required",
      "subsets[0].ports[0].port Invalid",
      "subsets[0].ports[0].protocol NotSupported",
      "subsets[0].ports[0].appProtocol Invalid",
      "subsets[0].ports[1].name Invalid",
    ],
  },
  {
    title: "invalid ports of a Service are reported port by port, with duplicate numbers after the type",
    path: "/api/v1/namespaces/default/services",
    body: {
      metadata: { name: "a" },
      spec: {
        type: "ClusterIP",
        externalIPs: ["x"],
        ports: [
          { port: 80, nodePort: 30001 },
          { port: 80, name: "x" },
        ],
      },
    },
    causes: [
      "spec.ports[0].name Required",
      "spec.externalIPs[0] Invalid",
      "spec.ports[0].nodePort Forbidden",
      "spec.ports[1] Duplicate",
    ],
  },
  {
    title: "a PodDisruptionBudget with an invalid spec reports only causes of its spec",
    path: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    body: { metadata: { name: "a", labels: { "-": "-" } }, spec: { minAvailable: -1 } },
    causes: ["spec.minAvailable Invalid"],
  },
  {
    title: "a PodDisruptionBudget with a valid spec reports the causes of its metadata",
    path: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    body: { metadata: { name: "a", labels: { "-": "b" } }, spec: { minAvailable: 1 } },
    causes: ["metadata.labels Invalid"],
  },
  {
    title: "an invalid Event of the group events reports the report first, then the metadata, then the rest",
    path: "/apis/events.k8s.io/v1/namespaces/default/events",
    body: {
      metadata: { name: "a/b", labels: { "-": "b" } },
      eventTime: "2025-01-01T00:00:00.000000Z",
      reportingController: "a",
      reportingInstance: "b",
      action: "a",
      regarding: { namespace: "default" },
      type: "x",
    },
    causes: ["reason Required", "metadata.name Invalid", "metadata.labels Invalid", "type Invalid"],
  },
  {
    title: "a Pod with many invalid fields reports them in the order of its checks",
    path: "/api/v1/namespaces/default/pods",
    body: {
      metadata: { name: "a" },
      spec: {
        restartPolicy: "x",
        containers: [
          {
            name: "a",
            image: "b",
            ports: [
              { containerPort: 80, hostPort: 80 },
              { containerPort: 81, hostPort: 80 },
            ],
            volumeMounts: [{ name: "v", mountPath: "/a" }],
          },
          { name: "a", image: "", volumeMounts: [{ name: "v", mountPath: "/a" }] },
        ],
        topologySpreadConstraints: [
          { maxSkew: 0, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule" },
          { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule", minDomains: 0 },
        ],
        securityContext: { sysctls: [{ name: "" }], fsGroupChangePolicy: "x", windowsOptions: { hostProcess: true } },
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                namespaces: ["-"],
                topologyKey: "",
                labelSelector: { matchExpressions: [{ key: "-", operator: "Exists" }] },
              },
            ],
          },
        },
        os: { name: "linux" },
      },
    },
    causes: [
      "spec.containers[0].volumeMounts[0].name NotFound",
      "spec.containers[1].image Required",
      "spec.containers[1].volumeMounts[0].name NotFound",
      "spec.containers[1].name Duplicate",
      "spec.containers[0].ports[1].hostPort Duplicate",
      "spec.restartPolicy NotSupported",
      "spec.securityContext.sysctls[0].name Required",
      "spec.securityContext.fsGroupChangePolicy NotSupported",
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].key Invalid",
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace Invalid",
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey Required",
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey Invalid",
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey Invalid",
      "spec.topologySpreadConstraints[0].maxSkew Invalid",
      "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable} Duplicate",
      "spec.topologySpreadConstraints[1].minDomains Invalid",
      "spec.hostNetwork Invalid",
      "spec.securityContext.windowsOptions Forbidden",
    ],
  },
  {
    title: "an invalid CronJob reports the schedule and the time zone before the template",
    path: "/apis/batch/v1/namespaces/default/cronjobs",
    body: {
      metadata: { name: "a" },
      spec: {
        schedule: "x",
        timeZone: "",
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: "x", containers: [{ name: "c" }], priorityClassName: "-" } } },
        },
      },
    },
    causes: [
      "spec.schedule Invalid",
      "spec.timeZone Invalid",
      "spec.jobTemplate.spec.template.spec.containers[0].image Required",
      "spec.jobTemplate.spec.template.spec.restartPolicy NotSupported",
      "spec.jobTemplate.spec.template.spec.priorityClassName Invalid",
      "spec.jobTemplate.spec.template.spec.restartPolicy NotSupported",
    ],
  },
  {
    title: "an invalid EndpointSlice reports its address type first",
    path: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    body: {
      metadata: { name: "a" },
      addressType: "x",
      endpoints: [{ addresses: [], hostname: "-", nodeName: "-" }],
      ports: [{ protocol: "x" }],
    },
    causes: [
      "addressType NotSupported",
      "endpoints[0].addresses Required",
      "endpoints[0].nodeName Invalid",
      "endpoints[0].hostname Invalid",
      "ports[0].protocol NotSupported",
    ],
  },
  {
    title: "an invalid ValidatingAdmissionPolicyBinding reports its actions one by one, after the resources",
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    body: {
      metadata: { name: "a" },
      spec: { policyName: "p", validationActions: ["x", "x", "Deny", "Deny"], matchResources: { matchPolicy: "x" } },
    },
    causes: [
      "spec.matchResources.matchPolicy NotSupported",
      "spec.validationActions[0] NotSupported",
      "spec.validationActions[1] NotSupported",
      "spec.validationActions[1] Duplicate",
      "spec.validationActions[3] Duplicate",
    ],
  },
  {
    title: "a PersistentVolume with an invalid Azure disk reports missing fields first",
    path: "/api/v1/persistentvolumes",
    body: {
      metadata: { name: "a" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        azureDisk: { diskName: "", diskURI: "x", cachingMode: "x", kind: "Managed" },
      },
    },
    causes: [
      "spec.azureDisk.diskName Required",
      "spec.azureDisk.cachingMode NotSupported",
      "spec.azureDisk.diskURI NotSupported",
    ],
  },
  {
    title: "a PersistentVolume with invalid iSCSI reports the portal before the name and the Secret",
    path: "/api/v1/persistentvolumes",
    body: {
      metadata: { name: "a" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        iscsi: { targetPortal: "", iqn: "x", lun: -1, chapAuthDiscovery: true, initiatorName: "x" },
      },
    },
    causes: [
      "spec.iscsi.targetPortal Required",
      "spec.iscsi.iqn Invalid",
      "spec.iscsi.lun Invalid",
      "spec.iscsi.secretRef Required",
      "spec.iscsi.initiatorname Invalid",
    ],
  },
  {
    title: "a PersistentVolume with an unnamed disk reports it before other sources",
    path: "/api/v1/persistentvolumes",
    body: {
      metadata: { name: "a" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        gcePersistentDisk: { pdName: "" },
        csi: { driver: "csi.example.com", volumeHandle: "v" },
      },
    },
    causes: ["spec.persistentDisk.pdName Required", "spec.csi Forbidden"],
  },
  {
    title: "a Job with an invalid failure policy reports rule by rule, then the template",
    path: "/apis/batch/v1/namespaces/default/jobs",
    body: {
      metadata: { name: "a" },
      spec: {
        podFailurePolicy: {
          rules: [
            {
              action: "x",
              onExitCodes: { operator: "x", containerName: "x", values: [2, 1] },
              onPodConditions: [{ type: "-", status: "x" }],
            },
            { action: "Ignore" },
          ],
        },
        template: {
          spec: {
            hostNetwork: true,
            restartPolicy: "Never",
            containers: [
              {
                name: "c",
                image: "i",
                ports: [{ containerPort: 80, hostPort: 81 }],
                env: [{ name: "a", value: "b", valueFrom: { configMapKeyRef: { key: "a" } } }],
                lifecycle: { postStart: { tcpSocket: { port: 0 } }, preStop: { sleep: { seconds: 0 } } },
              },
            ],
            dnsConfig: { nameservers: ["x"], options: [{}] },
          },
        },
      },
    },
    causes: [
      "spec.podFailurePolicy.rules[0].action NotSupported",
      "spec.podFailurePolicy.rules[0].onExitCodes.operator NotSupported",
      "spec.podFailurePolicy.rules[0].onExitCodes.containerName Invalid",
      "spec.podFailurePolicy.rules[0].onExitCodes.values Invalid",
      "spec.podFailurePolicy.rules[0].onPodConditions[0].type Invalid",
      "spec.podFailurePolicy.rules[0].onPodConditions[0].status NotSupported",
      "spec.podFailurePolicy.rules[0] Invalid",
      "spec.podFailurePolicy.rules[1] Invalid",
      "spec.template.spec.containers[0].env[0].valueFrom.configMapKeyRef.name Invalid",
      "spec.template.spec.containers[0].env[0].valueFrom Invalid",
      "spec.template.spec.containers[0].lifecycle.postStart.tcpSocket.port Invalid",
      "spec.template.spec.containers[0].lifecycle.preStop.sleep Invalid",
      "spec.template.spec.containers[0].ports[0].hostPort Invalid",
      "spec.template.spec.dnsConfig.nameservers[0] Invalid",
      "spec.template.spec.dnsConfig.options[0] Required",
    ],
  },
  {
    title: "an invalid PersistentVolumeClaim reports missing access modes first",
    path: "/api/v1/namespaces/default/persistentvolumeclaims",
    body: { metadata: { name: "a" }, spec: { selector: { matchLabels: { "-": "a" } } } },
    causes: ["spec.accessModes Required", "spec.selector.matchLabels Invalid", "spec.resources[storage] Required"],
  },
  {
    title: "an invalid IngressClass reports the length of its controller first",
    path: "/apis/networking.k8s.io/v1/ingressclasses",
    body: {
      metadata: { name: "a" },
      spec: {
        controller:
          "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      },
    },
    causes: ["spec.controller Invalid"],
  },
  {
    title: "an invalid CertificateSigningRequest does not report its name",
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    body: { metadata: { name: "a/b" }, spec: { request: "", signerName: "example.com/a", usages: ["client auth"] } },
    causes: ["spec.request Invalid"],
  },
  {
    title: "an invalid ResourceSlice reports the pool before the nodes",
    path: "/apis/resource.k8s.io/v1beta1/resourceslices",
    body: {
      metadata: { name: "a" },
      spec: {
        driver: "a.example.com",
        pool: { name: "p", resourceSliceCount: 0 },
        nodeName: "n",
        nodeSelector: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "-", operator: "In", values: ["-"] }] },
            { matchFields: [{ key: "x", operator: "Lt" }] },
          ],
        },
        devices: [{ name: "-" }],
      },
    },
    causes: [
      "spec.pool.resourceSliceCount Invalid",
      "spec.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].key Invalid",
      "spec.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].values[0] Invalid",
      "spec.nodeSelector.nodeSelectorTerms[1].matchFields[0].operator Invalid",
      "spec.nodeSelector.nodeSelectorTerms[1].matchFields[0].key Invalid",
      "spec.nodeSelector.nodeSelectorTerms Invalid",
      "spec Invalid",
      "spec.devices[0].name Invalid",
      "spec.devices[0].basic Required",
    ],
  },
  {
    title: "image volumes of a Pod are removed before validation while their feature is disabled",
    path: "/api/v1/namespaces/default/pods",
    body: {
      metadata: { name: "a" },
      spec: {
        containers: [{ name: "c", image: "i" }],
        volumes: [
          { name: "v", image: { reference: "x" } },
          { name: "v", hostPath: { path: "/x" }, nfs: { server: "s", path: "/x" } },
        ],
      },
    },
    causes: ["spec.volumes[0].nfs Forbidden"],
  },
  {
    title: "a volume with errors does not count when duplicate volume names of a Pod are reported",
    path: "/api/v1/namespaces/default/pods",
    body: {
      metadata: { name: "a" },
      spec: {
        containers: [{ name: "c", image: "i" }],
        volumes: [
          { name: "v", nfs: { server: "", path: "/x" } },
          { name: "v", emptyDir: {} },
          { name: "v", hostPath: { path: "" } },
          { name: "w", emptyDir: {} },
        ],
      },
    },
    causes: [
      "spec.volumes[0].nfs.server Required",
      "spec.volumes[2].hostPath.path Required",
      "spec.volumes[2].name Duplicate",
    ],
  },
  {
    title: "an invalid CronJob reports the selector after the rest of the template",
    path: "/apis/batch/v1/namespaces/default/cronjobs",
    body: {
      metadata: { name: "a" },
      spec: {
        schedule: "* * * * *",
        jobTemplate: {
          spec: {
            selector: {},
            maxFailedIndexes: 1,
            completions: 1,
            completionMode: "Indexed",
            template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } },
          },
        },
      },
    },
    causes: ["spec.jobTemplate.spec.backoffLimitPerIndex Required", "spec.jobTemplate.spec.selector Invalid"],
  },
];

test.each(rejected.map((row) => [row.title, row] as const))("%s", async (_, { path, body, causes }) => {
  await using running = await startTestServer({ vocabulary: "kubernetes", flags: ["--runtime-config=api/all=true"] });
  const { json } = await running.client.request(path, { body });
  const found = (json.details?.causes ?? []) as readonly { readonly field: string; readonly reason: string }[];
  expect(found.map(({ field, reason }) => `${field} ${reason.replace("FieldValue", "")}`)).toEqual(causes);
});

test("an update that removes one of a Service's two families must set SingleStack", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes" });
  const services = "/api/v1/namespaces/default/services";
  const service = (spec: object): object => ({ metadata: { name: "a" }, spec: { ports: [{ port: 80 }], ...spec } });
  await running.client.request(services, { body: service({ clusterIP: "None", ipFamilyPolicy: "RequireDualStack" }) });
  for (const family of ["IPv4", "IPv6"]) {
    const body = service({ clusterIP: "None", ipFamilies: [family] });
    const { status, json } = await running.client.request(`${services}/a`, { method: "PUT", body });
    expect([status, json.message]).toEqual([
      422,
      'Service "a" is invalid: spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be \'SingleStack\' to release the secondary IP family',
    ]);
  }
});
