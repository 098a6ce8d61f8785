import { expect, test } from "vitest";
import { EgressError } from "../egress-error.ts";
import { webhookTarget } from "./webhook-address.ts";

const noServices = (): Promise<never> => Promise.reject(new Error('service "hook" not found'));

test("a webhook at a URL gets the time limit in its query", async () => {
  const target = await webhookTarget({ url: "https://hook.test/convert", ca: "CA" }, "30s", noServices);
  expect({ ...target, url: target.url.href }).toEqual({ url: "https://hook.test/convert?timeout=30s", ca: "CA" });
});

test("each call of a webhook gets its own time limit", async () => {
  const address = { url: "https://hook.test/?timeout=1s&a=b" };
  const hrefOf = async (limit: string): Promise<string> => (await webhookTarget(address, limit, noServices)).url.href;
  for (const limit of ["30s", "30s", "7s", "30s"])
    expect(await hrefOf(limit)).toBe(`https://hook.test/?timeout=${limit}&a=b`);
});

test("a webhook behind a Service is verified under the name of the Service", async () => {
  const service = { name: "hook", namespace: "system", port: 8443, path: "convert" };
  const resolve = async ({ port }: { port: number }): Promise<{ host: string; port: number }> => ({
    host: "10.0.0.7",
    port,
  });
  const target = await webhookTarget({ service }, "30s", resolve);
  expect(target.url.href).toBe("https://hook.system.svc:8443/convert?timeout=30s");
  expect(target.connectTo).toEqual({ host: "10.0.0.7", port: 8443 });
});

test("the error of a Service without an address names its URL with the port", async () => {
  const service = { name: "hook", namespace: "system", port: 443 };
  const error = await webhookTarget({ service }, "30s", noServices).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EgressError);
  expect(error).toMatchObject({ message: 'Post "https://hook.system.svc:443/?timeout=30s": service "hook" not found' });
});
