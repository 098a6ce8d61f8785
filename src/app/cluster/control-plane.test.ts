import { describe, expect, test } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { HealthCheck } from "../../server/index.ts";
import { controlPlane } from "./control-plane.ts";

/** What the store's component tells of its health. */
function askStore(check: HealthCheck["check"], clock = new ManualClock()): Promise<unknown> {
  const components = controlPlane(
    { name: "etcd", check },
    { clock, logger: silentLogger, areControllersRunning: () => false },
  );
  const store = components.find(({ name }) => name === "etcd-0");
  if (!store) throw new Error("the store is a part of the control plane");
  return store.checkHealth();
}

describe("the store's health", () => {
  test("is that of its check", async () => {
    expect(await askStore(() => undefined)).toEqual({ isHealthy: true, message: "ok" });
    const broken = (): never => {
      throw new Error("the disk is full");
    };
    expect(await askStore(broken)).toEqual({ isHealthy: false, error: "the disk is full" });
  });

  test("is bad when the check does not come back", async () => {
    const clock = new ManualClock();
    const health = askStore(() => new Promise(() => undefined), clock);
    await clock.advance(2000);
    expect(await health).toEqual({ isHealthy: false, error: "the check etcd did not answer within 2000 ms" });
  });
});

test("what does not run cannot be reached", async () => {
  const components = controlPlane(
    { name: "etcd", check: () => undefined },
    { clock: new ManualClock(), logger: silentLogger, areControllersRunning: () => false },
  );
  expect(components.map(({ name }) => name)).toEqual(["controller-manager", "etcd-0", "scheduler"]);
  for (const component of components.filter(({ name }) => name !== "etcd-0")) {
    expect(await component.checkHealth()).toEqual({
      isHealthy: false,
      message: expect.stringContaining("connection refused"),
    });
  }
});

test("controllers that run in the process are healthy", async () => {
  const [controllers] = controlPlane(
    { name: "etcd", check: () => undefined },
    { clock: new ManualClock(), logger: silentLogger, areControllersRunning: () => true },
  );
  expect(controllers?.name).toBe("controller-manager");
  expect(await controllers?.checkHealth()).toEqual({ isHealthy: true, message: "ok" });
});
