/** Numbers in JSON bodies. The expected responses are those of the reference v1.32.13. */
import { describe, expect, test } from "vitest";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const deployments = "/apis/apps/v1/namespaces/default/deployments";

/** Returns the JSON text of a Deployment. @param fields text of the fields after `selector` and `template` */
function deployment(fields: string, podFields = ""): string {
  const template = `{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]${podFields}}}`;
  return `{"metadata":{"name":"it"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":${template}${fields}}}`;
}

async function create(body: string): Promise<{ readonly status: number; readonly message: string }> {
  const headers = { "content-type": "application/json" };
  const path = `${deployments}?dryRun=All&fieldValidation=Strict`;
  const { status, json } = await server().client.request(path, { method: "POST", body: Buffer.from(body), headers });
  return { status, message: (json as { message?: string }).message ?? "" };
}

describe("an integer field", () => {
  test.each([
    ["1.0", ',"replicas":1.0', "DeploymentSpec.spec.replicas of type int32"],
    ["1e3", ',"replicas":1e3', "DeploymentSpec.spec.replicas of type int32"],
    ["1e-1", ',"replicas":1e-1', "DeploymentSpec.spec.replicas of type int32"],
    ["1.50", ',"replicas":1.50', "DeploymentSpec.spec.replicas of type int32"],
    ["1e400", ',"replicas":1e400', "DeploymentSpec.spec.replicas of type int32"],
    ["1.00000000000000000001", ',"replicas":1.00000000000000000001', "DeploymentSpec.spec.replicas of type int32"],
    ["2147483648", ',"replicas":2147483648', "DeploymentSpec.spec.replicas of type int32"],
  ])("an integer field rejects the number %s", async (number, fields, place) => {
    const { status, message } = await create(deployment(fields));
    expect(status).toBe(400);
    expect(message).toBe(
      `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number ${number} into Go struct field ${place}`,
    );
  });

  test("a 64-bit integer field rejects the number 30.0", async () => {
    const { status, message } = await create(deployment("", ',"terminationGracePeriodSeconds":30.0'));
    expect(status).toBe(400);
    expect(message).toContain(
      "cannot unmarshal number 30.0 into Go struct field PodSpec.spec.template.spec.terminationGracePeriodSeconds of type int64",
    );
  });

  test("an integer field accepts the number -0", async () => {
    expect((await create(deployment(',"replicas":-0'))).status).toBe(201);
  });
});

test("a quantity field accepts numbers with fractions and exponents", async () => {
  const limits = ',"overhead":{"cpu":1.0,"memory":1e3}';
  expect((await create(deployment("", limits))).status).toBe(201);
});

test("a quantity field converts numbers with exponents to the notation of the reference", async () => {
  const headers = { "content-type": "application/json" };
  const body = `{"metadata":{"name":"it"},"spec":{"hard":{"cpu":1e-1,"memory":15E2,"pods":0.10e2}}}`;
  const path = "/api/v1/namespaces/default/resourcequotas?dryRun=All";
  const { status, json } = await server().client.request(path, { method: "POST", body: Buffer.from(body), headers });
  expect(status).toBe(201);
  expect(json).toMatchObject({ spec: { hard: { cpu: "100e-3", memory: "1500", pods: "10" } } });
});

test("a quantity field rounds up a number with more digits than a float64 has", async () => {
  const headers = { "content-type": "application/json" };
  const body = '{"metadata":{"name":"it"},"spec":{"hard":{"cpu":1.0000000000000000001}}}';
  const path = "/api/v1/namespaces/default/resourcequotas?dryRun=All";
  const { status, json } = await server().client.request(path, { method: "POST", body: Buffer.from(body), headers });
  expect(status).toBe(201);
  expect(json).toMatchObject({ spec: { hard: { cpu: "1001m" } } });
});

test("a field without a schema accepts numbers with fractions and exponents", async () => {
  const body = '{"metadata":{"name":"it"},"revision":1,"data":{"a":[1.0,1e3]}}';
  const headers = { "content-type": "application/json" };
  const path = "/apis/apps/v1/namespaces/default/controllerrevisions?dryRun=All";
  const { status, json } = await server().client.request(path, { method: "POST", body: Buffer.from(body), headers });
  expect(status).toBe(201);
  expect((json as { data: unknown }).data).toEqual({ a: [1, 1000] });
});
