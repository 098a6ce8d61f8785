import { expect, test } from "vitest";
import { notFound } from "../../meta/status-error.ts";
import { testCall } from "../testing/test-call.ts";
import { recover } from "./recover.ts";

test("recover() sends an error of the handler as the response", async () => {
  const { call, readResponse } = testCall("/api/v1/namespaces/default/configmaps/a");
  await recover(call, () => Promise.reject(notFound({ group: "", resource: "configmaps" }, "a")));
  const { status, text } = await readResponse();
  expect(status).toBe(404);
  expect(text).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"configmaps \\"a\\" not found","reason":"NotFound","details":{"name":"a","kind":"configmaps"},"code":404}\n',
  );
});

test("recover() leaves the handler's response unchanged", async () => {
  const { call, readResponse } = testCall("/livez");
  await recover(call, async () => call.respondText(200, "ok"));
  expect(await readResponse()).toMatchObject({ status: 200, text: "ok" });
});
