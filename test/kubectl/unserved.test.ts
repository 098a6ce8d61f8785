/** What is not served yet has to say so in words that a person understands. Each test goes when its step comes. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithKubectl, kubectlMinor } from "../support/kubectl.ts";
import { pod } from "./objects.ts";

const notServed = "the server could not find the requested resource";

/** The first that asks for tokens. */
const makesTokens = 24;

describeWithKubectl("kubectl and what is not served yet", (cluster) => {
  test("tokens of service accounts", async () => {
    const kubectl = await cluster().inNewNamespace();
    if (kubectlMinor < makesTokens) return;
    expect(await kubectl.failure`create token default`).toBe(`error: failed to create token: ${notServed}\n`);
  });

  test("figures of use", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.failure`top pods`).toBe("error: Metrics API not available\n");
    expect(await kubectl.failure`top nodes`).toBe("error: Metrics API not available\n");
  });

  test("what a node has to do: logs, exec, attach, cp, port-forward", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("web"));
    // Nothing has run yet, and so nothing was said.
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
