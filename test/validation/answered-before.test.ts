import { describe, expect, test } from "vitest";
import { envelope, integer, part } from "../support/protobuf-message.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { created, put } from "../support/writes.ts";

const server = ruleServer([
  "--service-cluster-ip-range=10.96.0.0/16,fd00:10::/112",
  "--feature-gates=PodLogsQuerySplitStreams=true",
]);
const ofDefault = "/api/v1/namespaces/default";
const badIp = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

function expectStatus(answer: WireResponse, code: number, reason: string, message: string): void {
  expect(answer.status, answer.text).toBe(code);
  expect(answer.json).toMatchObject({ code, reason, message });
}

describe("the path answers", () => {
  test("[ObjectMeta#4] what belongs to a namespace, and is written to none", async () => {
    const answer = await server().client.request("/api/v1/configmaps", { body: { metadata: { name: "it" } } });
    expectStatus(answer, 405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  });

  for (const [id, resource] of [
    ["ObjectMeta#5", "configmaps"],
    ["Event#13", "events"],
  ]) {
    test(`[${id}] ${resource} of a namespace that cannot be`, async () => {
      const metadata = { name: "it", namespace: "A_B" };
      const involvedObject = { kind: "Pod", namespace: "A_B", name: "it" };
      const body = { metadata, ...(resource === "events" ? { involvedObject } : {}) };
      const answer = await server().client.request(`/api/v1/namespaces/A_B/${resource}`, { body });
      expectStatus(answer, 404, "NotFound", 'namespaces "A_B" not found');
    });
  }

  /** Writes a ConfigMap under other metadata than those of the path. */
  async function renamed(name: string, change: object): Promise<WireResponse> {
    const { client } = server();
    const made = await created(client, `${ofDefault}/configmaps`, { metadata: { name } });
    return put(client, `${ofDefault}/configmaps/${name}`, { ...made, metadata: { ...made.metadata, ...change } });
  }

  test("[ObjectMeta#14] another name than its own", async () => {
    const message = "the name of the object (other) does not match the name on the URL (named)";
    expectStatus(await renamed("named", { name: "other" }), 400, "BadRequest", message);
  });

  test("[ObjectMeta#15] another namespace than its own", async () => {
    const message = "the namespace of the provided object does not match the namespace sent on the request";
    expectStatus(await renamed("spaced", { namespace: "other" }), 400, "BadRequest", message);
  });
});

describe("a question about access may have", () => {
  for (const [id, selector] of [
    ["FieldSelectorRequirement#4", "fieldSelector"],
    ["LabelSelectorRequirement#3", "labelSelector"],
  ] as const) {
    test(`[${id}] conditions of a kind that is not known in its ${selector}`, async () => {
      const requirements = [{ key: "app", operator: "Near", values: ["web"] }];
      const resourceAttributes = { verb: "list", resource: "pods", [selector]: { requirements } };
      const path = "/apis/authorization.orch.io/v1/subjectaccessreviews";
      const review = await created(server().client, path, { spec: { user: "ann", resourceAttributes } });
      expect(review.spec.resourceAttributes[selector].requirements).toEqual(requirements);
    });
  }
});

describe("an earlier rule speaks of", () => {
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
  const title = "[ValidatingAdmissionPolicy#11] a message of line breaks alone";
  policies.create(title, ({ spec }) => void (spec.validations[0].message = "\n"), [
    'spec.validations[0].message: Invalid value: "\\n": message must be non-empty if specified',
  ]);
  policies.accepts("[ValidatingAdmissionPolicy#11] no message, also for an expression of two lines", () => undefined);

  const requests = { storage: "1Gi" };
  new Refusals(server, `${ofDefault}/persistentvolumeclaims`, {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests } },
  }).update("[PersistentVolumeClaim#18] less than nothing that is reserved", {
    subresource: "status",
    change: (claim) => void (claim.status.allocatedResources = { storage: "-1" }),
    causes: ["status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity"],
  });

  const fieldPath = "metadata.name['a']";
  const fieldRef = { fieldPath };
  new Refusals(server, `${ofDefault}/pods`, {
    spec: { containers: [{ name: "app", image: "app:1", env: [{ name: "NAME", valueFrom: { fieldRef } }] }] },
  }).create("[ObjectFieldSelector#6] a key in a field that has none", () => undefined, [
    `spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "${fieldPath}": error converting fieldPath: field label does not support subscript: ${fieldPath}`,
  ]);
});

describe("before a Service is looked at, it is refused", () => {
  const services = new Refusals(server, `${ofDefault}/services`, { spec: { ports: [{ port: 80 }] } });
  const specOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec, members);
    };
  };
  const dual = { ipFamilyPolicy: "RequireDualStack" };

  services.create(
    "[Service#35] addresses that cannot be read",
    specOf({ clusterIP: "10.96.7", clusterIPs: ["10.96.7", "fd00"], ...dual }),
    [`spec.clusterIPs[0]: Invalid value: "10.96.7": ${badIp}`, `spec.clusterIPs[1]: Invalid value: "fd00": ${badIp}`],
  );

  test("[Service#60] a port for checks that does not exist", async () => {
    const spec = { type: "LoadBalancer", externalTrafficPolicy: "Local", ports: [{ port: 80 }] };
    const body = { metadata: { name: "checked" }, spec: { ...spec, healthCheckNodePort: 70_000 } };
    const answer = await server().client.request(`${ofDefault}/services`, { body });
    const range = "provided port is not in the valid range. The range of valid ports is 30000-32767";
    const message = `Internal error occurred: failed to allocate requested HealthCheck NodePort 70000: ${range}`;
    expectStatus(answer, 500, "InternalError", message);
  });

  const policy =
    "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": must be 'SingleStack' to release the secondary";
  services.update("[Service#66] to release the second address of two that it requires", {
    before: specOf(dual),
    change: ({ spec }) => void spec.clusterIPs.pop(),
    causes: [`${policy} cluster IP`],
  });
  services.update("[Service#70] to release the second family of two that it requires", {
    before: specOf(dual),
    change: ({ spec }) => void spec.ipFamilies.pop(),
    causes: [`${policy} IP family`],
  });
});

test("[PodLogOptions#5] no stream is asked for as all are", async () => {
  const { client } = server();
  const spec = { containers: [{ name: "app", image: "app:1" }] };
  await created(client, `${ofDefault}/pods`, { metadata: { name: "logged" }, spec });
  for (const query of ["", "?stream=All"]) {
    // A Pod that is on no node has logged nothing.
    expect((await client.request(`${ofDefault}/pods/logged/log${query}`)).status).toBe(204);
  }
});

describe("a protobuf message is not read", () => {
  const apps = "/apis/apps/v1/namespaces/default";
  const metadata = part(1, part(1, "it"));

  async function send(resource: string, kind: string, ...fields: readonly Buffer[]): Promise<WireResponse> {
    const body = envelope({ apiVersion: "apps/v1", kind }, Buffer.concat([metadata, ...fields]));
    const headers = { "content-type": "application/vnd.orch.protobuf" };
    return server().client.request(`${apps}/${resource}`, { body, headers });
  }

  test("[IntOrPercent#3] with what is neither a number nor a text", async () => {
    const rollingUpdate = part(2, part(1, integer(1, 2)));
    const answer = await send("deployments", "Deployment", part(2, part(4, part(1, "RollingUpdate"), rollingUpdate)));
    const message = 'Deployment in version "v1" cannot be handled as a Deployment: impossible IntOrString.Type 2';
    expectStatus(answer, 400, "BadRequest", message);
  });

  test("[ControllerRevision#3] with data that are no JSON", async () => {
    const answer = await send("controllerrevisions", "ControllerRevision", part(2, part(1, "{replicas")));
    const why = "invalid character 'r' looking for beginning of object key string";
    const message = `ControllerRevision in version "v1" cannot be handled as a ControllerRevision: ${why}`;
    expectStatus(answer, 400, "BadRequest", message);
  });
});
