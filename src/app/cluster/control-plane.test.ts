import { describe, expect, test } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { HealthCheck } from "../../server/index.ts";
import { controlPlane } from "./control-plane.ts";

/** Returns the health that the component of the store reports. */
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
  test("the store is healthy if its check passes, else it reports the failure", async () => {
    expect(await askStore(() => undefined)).toEqual({ isHealthy: true, message: "ok" });
    const broken = (): never => {
      throw new Error("the disk is full");
    };
    expect(await askStore(broken)).toEqual({ isHealthy: false, error: "the disk is full" });
  });

  test("the store is unhealthy if its check does not finish", async () => {
    const clock = new ManualClock();
    const health = askStore(() => new Promise(() => undefined), clock);
    await clock.advance(2000);
    expect(await health).toEqual({ isHealthy: false, error: "the check etcd did not end within 2000 ms" });
  });
});

test("a component that does not run reports a refused connection", async () => {
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

test("the controller manager is healthy if the controllers run in this process", async () => {
  const [controllers] = controlPlane(
    { name: "etcd", check: () => undefined },
    { clock: new ManualClock(), logger: silentLogger, areControllersRunning: () => true },
  );
  expect(controllers?.name).toBe("controller-manager");
  expect(await controllers?.checkHealth()).toEqual({ isHealthy: true, message: "ok" });
});
