import { describe, expect, test } from "vitest";
import { notAddress } from "../support/format-messages.ts";
import { envelope, integer, part } from "../support/protobuf-message.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject, put } from "../support/writes.ts";

const server = ruleServer([
  "--service-cluster-ip-range=10.96.0.0/16,fd00:10::/112",
  "--feature-gates=PodLogsQuerySplitStreams=true",
]);
const ofDefault = "/api/v1/namespaces/default";

function expectStatus(answer: WireResponse, code: number, reason: string, message: string): void {
  expect(answer.status, answer.text).toBe(code);
  expect(answer.json).toMatchObject({ code, reason, message });
}

describe("checks of the path precede validation", () => {
  test("[ObjectMeta#4] a create of a namespaced object without a namespace in the path gets 405", async () => {
    const answer = await server().client.request("/api/v1/configmaps", { body: { metadata: { name: "it" } } });
    expectStatus(answer, 405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  });

  for (const [id, resource] of [
    ["ObjectMeta#5", "configmaps"],
    ["Event#13", "events"],
  ]) {
    test(`[${id}] a create of ${resource} in a namespace with an invalid name gets 404`, async () => {
      const metadata = { name: "it", namespace: "A_B" };
      const involvedObject = { kind: "Pod", namespace: "A_B", name: "it" };
      const body = { metadata, ...(resource === "events" ? { involvedObject } : {}) };
      const answer = await server().client.request(`/api/v1/namespaces/A_B/${resource}`, { body });
      expectStatus(answer, 404, "NotFound", 'namespaces "A_B" not found');
    });
  }

  /** Creates a ConfigMap and replaces it with changed metadata at the same path. */
  async function renamed(name: string, change: object): Promise<WireResponse> {
    const { client } = server();
    const created = await createObject(client, `${ofDefault}/configmaps`, { metadata: { name } });
    return put(client, `${ofDefault}/configmaps/${name}`, { ...created, metadata: { ...created.metadata, ...change } });
  }

  test("[ObjectMeta#14] an update whose name differs from the path gets 400", async () => {
    const message = "the name of the object (other) does not match the name on the URL (named)";
    expectStatus(await renamed("named", { name: "other" }), 400, "BadRequest", message);
  });

  test("[ObjectMeta#15] an update whose namespace differs from the path gets 400", async () => {
    const message = "the namespace of the provided object does not match the namespace sent on the request";
    expectStatus(await renamed("spaced", { namespace: "other" }), 400, "BadRequest", message);
  });
});

describe("access reviews accept unknown operators", () => {
  for (const [id, selector] of [
    ["FieldSelectorRequirement#4", "fieldSelector"],
    ["LabelSelectorRequirement#3", "labelSelector"],
  ] as const) {
    test(`[${id}] a SubjectAccessReview accepts an unknown operator in its ${selector}`, async () => {
      const requirements = [{ key: "app", operator: "Near", values: ["web"] }];
      const resourceAttributes = { verb: "list", resource: "pods", [selector]: { requirements } };
      const path = "/apis/authorization.orch.io/v1/subjectaccessreviews";
      const review = await createObject(server().client, path, { spec: { user: "ann", resourceAttributes } });
      expect(review.spec.resourceAttributes[selector].requirements).toEqual(requirements);
    });
  }
});

describe("errors of other rules", () => {
  const policies = new Refusals(server, "/apis/admissionregistration.orch.io/v1/validatingadmissionpolicies", {
    spec: {
      matchConstraints: {
        resourceRules: [
          { operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] },
        ],
      },
      validations: [{ expression: "true ||\nfalse" }],
    },
  });
  const title = "[ValidatingAdmissionPolicy#11] a message of only line breaks is rejected as empty";
  policies.create(title, ({ spec }) => void (spec.validations[0].message = "\n"), [
    'spec.validations[0].message: Invalid value: "\\n": message must be non-empty if specified',
  ]);
  policies.accepts(
    "[ValidatingAdmissionPolicy#11] a policy whose expression has two lines needs no message",
    () => undefined,
  );

  const requests = { storage: "1Gi" };
  new Refusals(server, `${ofDefault}/persistentvolumeclaims`, {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests } },
  }).update("[PersistentVolumeClaim#18] negative allocatedResources of a claim are rejected as an invalid quantity", {
    subresource: "status",
    change: (claim) => void (claim.status.allocatedResources = { storage: "-1" }),
    causes: ["status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity"],
  });

  const fieldPath = "metadata.name['a']";
  const fieldRef = { fieldPath };
  new Refusals(server, `${ofDefault}/pods`, {
    spec: { containers: [{ name: "app", image: "app:1", env: [{ name: "NAME", valueFrom: { fieldRef } }] }] },
  }).create(
    "[ObjectFieldSelector#6] a subscript in the fieldPath metadata.name is rejected while it is converted",
    () => undefined,
    [
      `spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "${fieldPath}": error converting fieldPath: field label does not support subscript: ${fieldPath}`,
    ],
  );
});

describe("errors of allocation precede the validation of a Service", () => {
  const services = new Refusals(server, `${ofDefault}/services`, { spec: { ports: [{ port: 80 }] } });
  const specOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec, members);
    };
  };
  const dual = { ipFamilyPolicy: "RequireDualStack" };

  services.create(
    "[Service#35] cluster IPs that cannot be parsed are rejected",
    specOf({ clusterIP: "10.96.7", clusterIPs: ["10.96.7", "fd00"], ...dual }),
    [
      `spec.clusterIPs[0]: Invalid value: "10.96.7": ${notAddress}`,
      `spec.clusterIPs[1]: Invalid value: "fd00": ${notAddress}`,
    ],
  );

  test("[Service#60] a healthCheckNodePort outside the range gets 500", async () => {
    const spec = { type: "LoadBalancer", externalTrafficPolicy: "Local", ports: [{ port: 80 }] };
    const body = { metadata: { name: "checked" }, spec: { ...spec, healthCheckNodePort: 70_000 } };
    const answer = await server().client.request(`${ofDefault}/services`, { body });
    const range = "provided port is not in the valid range. The range of valid ports is 30000-32767";
    const message = `Internal error occurred: failed to allocate requested HealthCheck NodePort 70000: ${range}`;
    expectStatus(answer, 500, "InternalError", message);
  });

  const policy =
    "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be 'SingleStack' to release the secondary";
  services.update("[Service#66] removing the second cluster IP under RequireDualStack is rejected", {
    before: specOf(dual),
    change: ({ spec }) => void spec.clusterIPs.pop(),
    causes: [`${policy} cluster IP`],
  });
  services.update("[Service#70] removing the second IP family under RequireDualStack is rejected", {
    before: specOf(dual),
    change: ({ spec }) => void spec.ipFamilies.pop(),
    causes: [`${policy} IP family`],
  });
});

test("[PodLogOptions#5] a log request without a stream is treated like stream=All", async () => {
  const { client } = server();
  const spec = { containers: [{ name: "app", image: "app:1" }] };
  await createObject(client, `${ofDefault}/pods`, { metadata: { name: "logged" }, spec });
  for (const query of ["", "?stream=All"]) {
    // The Pod has no node and therefore an empty log.
    expect((await client.request(`${ofDefault}/pods/logged/log${query}`)).status).toBe(204);
  }
});

describe("errors of protobuf decoding precede validation", () => {
  const apps = "/apis/apps/v1/namespaces/default";
  const metadata = part(1, part(1, "it"));

  async function send(resource: string, kind: string, ...fields: readonly Buffer[]): Promise<WireResponse> {
    const body = envelope({ apiVersion: "apps/v1", kind }, Buffer.concat([metadata, ...fields]));
    const headers = { "content-type": "application/vnd.orch.protobuf" };
    return server().client.request(`${apps}/${resource}`, { body, headers });
  }

  test("[IntOrPercent#3] a protobuf body with an unknown IntOrString type gets 400", async () => {
    const rollingUpdate = part(2, part(1, integer(1, 2)));
    const answer = await send("deployments", "Deployment", part(2, part(4, part(1, "RollingUpdate"), rollingUpdate)));
    const message = 'Deployment in version "v1" cannot be handled as a Deployment: impossible IntOrString.Type 2';
    expectStatus(answer, 400, "BadRequest", message);
  });

  test("[ControllerRevision#3] a protobuf ControllerRevision whose data is no JSON gets 400", async () => {
    const answer = await send("controllerrevisions", "ControllerRevision", part(2, part(1, "{replicas")));
    const why = "invalid character 'r' looking for beginning of object key string";
    const message = `ControllerRevision in version "v1" cannot be handled as a ControllerRevision: ${why}`;
    expectStatus(answer, 400, "BadRequest", message);
  });
});
