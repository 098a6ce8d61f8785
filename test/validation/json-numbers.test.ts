/** Numbers in JSON bodies. Expected answers are those of the reference v1.32.13 to the same requests. */
import { describe, expect, test } from "vitest";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const deployments = "/apis/apps/v1/namespaces/default/deployments";

/** @param fields text of the fields after `selector` and `template` */
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
    ["2147483648", ',"replicas":2147483648', "DeploymentSpec.spec.replicas of type int32"],
  ])("is not written as %s", async (number, fields, place) => {
    const { status, message } = await create(deployment(fields));
    expect(status).toBe(400);
    expect(message).toBe(
      `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number ${number} into Go struct field ${place}`,
    );
  });

  test("of 64 bits is not written as 1.0 either", async () => {
    const { status, message } = await create(deployment("", ',"terminationGracePeriodSeconds":30.0'));
    expect(status).toBe(400);
    expect(message).toContain(
      "cannot unmarshal number 30.0 into Go struct field PodSpec.spec.template.spec.terminationGracePeriodSeconds of type int64",
    );
  });

  test("is written as -0", async () => {
    expect((await create(deployment(',"replicas":-0'))).status).toBe(201);
  });
});

test("a quantity may be a number with a fraction or an exponent", async () => {
  const limits = ',"overhead":{"cpu":1.0,"memory":1e3}';
  expect((await create(deployment("", limits))).status).toBe(201);
});

test("a quantity keeps the form of a number with an exponent", async () => {
  const headers = { "content-type": "application/json" };
  const body = `{"metadata":{"name":"it"},"spec":{"hard":{"cpu":1e-1,"memory":15E2,"pods":0.10e2}}}`;
  const path = "/api/v1/namespaces/default/resourcequotas?dryRun=All";
  const { status, json } = await server().client.request(path, { method: "POST", body: Buffer.from(body), headers });
  expect(status).toBe(201);
  expect(json).toMatchObject({ spec: { hard: { cpu: "100e-3", memory: "1500", pods: "10" } } });
});

test("a value in a driver's own form may hold such numbers", async () => {
  const body = '{"metadata":{"name":"it"},"revision":1,"data":{"a":[1.0,1e3]}}';
  const headers = { "content-type": "application/json" };
  const path = "/apis/apps/v1/namespaces/default/controllerrevisions?dryRun=All";
  const { status, json } = await server().client.request(path, { method: "POST", body: Buffer.from(body), headers });
  expect(status).toBe(201);
  expect((json as { data: unknown }).data).toEqual({ a: [1, 1000] });
});
