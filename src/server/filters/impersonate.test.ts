import { expect, test } from "vitest";
import { runFilter, testCall } from "../testing/test-call.ts";
import { impersonate } from "./impersonate.ts";

test.each([
  "impersonate-user",
  "impersonate-group",
  "impersonate-uid",
  "impersonate-extra-scopes",
  "impersonate-extra-",
])("impersonate() rejects the header %s", async (header) => {
  let reached = false;
  const { call } = testCall("/api/v1/nodes", { headers: { accept: "*/*", [header]: "alice" } });
  const rejected = runFilter(impersonate, call, async () => {
    reached = true;
  });
  await expect(rejected).rejects.toMatchObject({ code: 403, reason: "Forbidden" });
  expect(reached).toBe(false);
});

test("impersonate() accepts other headers", async () => {
  let reached = false;
  const { call } = testCall("/api/v1/nodes", { headers: { "x-impersonate-user": "alice", impersonate: "alice" } });
  await impersonate(call, async () => {
    reached = true;
  });
  expect(reached).toBe(true);
});
