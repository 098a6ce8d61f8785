/** Null as the value of members of custom objects, as the reference v1.32.13 treats it in each type of write. */
import { expect, test } from "vitest";
import { apply } from "../support/apply.ts";
import { defineWidgets, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer } from "../support/test-server.ts";
import { patch } from "../support/writes.ts";

const spec = {
  type: "object",
  properties: {
    plain: { type: "string" },
    defaulted: { type: "string", default: "x" },
    free: { type: "string", nullable: true },
  },
};
const nulls = { plain: null, defaulted: null, free: null };
const pruned = { defaulted: "x", free: null };

test("a create, an update and a patch remove null where it is not allowed", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { spec });
  const path = `${widgetsPath}/a`;
  const { json: created } = await client.request(widgetsPath, { body: widget("a", { spec: nulls }) });
  expect(created.spec).toEqual(pruned);
  const { json: updated } = await client.request(path, { method: "PUT", body: { ...created, spec: nulls } });
  expect(updated.spec).toEqual(pruned);
  const patched = await patch(client, path, "json", [{ op: "replace", path: "/spec", value: nulls }]);
  expect(patched.json.spec).toEqual(pruned);
  const merged = await patch(client, path, "merge", { spec: { plain: null, defaulted: null, free: null } });
  expect(merged.json.spec).toEqual({ defaulted: "x" });
});

test("an apply keeps null where it is allowed, and is rejected where it is not and has no default", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { spec });
  await client.request(widgetsPath, { body: widget("a", { spec: { plain: "x" } }) });
  for (const name of ["a", "b"]) {
    const path = `${widgetsPath}/${name}`;
    const { status, json } = await apply(client, path, "me", widget(name, { spec: nulls }), { force: true });
    expect([status, json.message]).toEqual([
      422,
      `Widget.${shopGroup} "${name}" is invalid: spec.plain: Invalid value: "null": spec.plain in body must be of type string: "null"`,
    ]);
    const allowed = await apply(client, path, "me", widget(name, { spec: { defaulted: null, free: null } }), {
      force: true,
    });
    expect(allowed.json.spec).toMatchObject(pruned);
  }
});
