import { expect, test } from "vitest";
import { passing, testCall } from "../testing/test-call.ts";
import { impersonate } from "./impersonate.ts";

test.each([
  "impersonate-user",
  "impersonate-group",
  "impersonate-uid",
  "impersonate-extra-scopes",
  "impersonate-extra-",
])("the header %s is refused, not ignored", async (header) => {
  let reached = false;
  const { call } = testCall("/api/v1/nodes", { headers: { accept: "*/*", [header]: "alice" } });
  const refused = passing(impersonate, call, async () => {
    reached = true;
  });
  await expect(refused).rejects.toMatchObject({ code: 403, reason: "Forbidden" });
  expect(reached).toBe(false);
});

test("other headers pass", async () => {
  let reached = false;
  const { call } = testCall("/api/v1/nodes", { headers: { "x-impersonate-user": "alice", impersonate: "alice" } });
  await impersonate(call, async () => {
    reached = true;
  });
  expect(reached).toBe(true);
});
