/** kubectl prints an understandable error for features that the server does not have. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithKubectl } from "../support/kubectl.ts";
import { pod } from "./objects.ts";

describeWithKubectl("kubectl with unserved features", (cluster) => {
  test("kubectl top reports that the Metrics API is not available", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.failure`top pods`).toBe("error: Metrics API not available\n");
    expect(await kubectl.failure`top nodes`).toBe("error: Metrics API not available\n");
  });

  test("kubectl exec, attach, cp and port-forward report that the Pod has no node", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("web"));
    // The container has not run, so its log is empty.
    expect(await kubectl.out`logs web`).toBe("");
    const complaint = "Error from server (BadRequest): pod web does not have a host assigned\n";
    expect(await kubectl.failure`exec web -- ls`).toContain(complaint);
    expect(await kubectl.failure`attach web`).toContain(complaint);
    expect(await kubectl.failure`cp web:/etc/hosts ${join(cluster().directory, "hosts")}`).toContain(complaint);
    expect(await kubectl.failure`port-forward web 8080:80`).toBe(
      "error: unable to forward port because pod is not running. Current status=Pending\n",
    );
    expect(await kubectl.failure`logs nope`).toMatch(/rror from server \(NotFound\): pods "nope" not found/);
  });
});
