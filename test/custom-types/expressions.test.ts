/** Requirements of the expression language, shown by rules of custom types: a definition, and writes of its objects. */
import { describe, expect, test } from "vitest";
import { defineWidgets, definitionsPath, widget, widgetDefinition, widgetsPath } from "../support/custom-types.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { integer, object, rejectedRules, rules, set, text, textList, withRules } from "./expression-cases.ts";

/** Creates a definition of Widgets, and returns the status and the text of the response. */
async function definitionAnswer({ client }: TestServer, spec: object): Promise<{ status: number; text: string }> {
  return await client.request(definitionsPath, { body: widgetDefinition({ spec }) });
}

describe("types of values", () => {
  for (const { id, title, schema, rule, accepted, rejected } of rules) {
    test(`[${id}] ${title}`, async () => {
      await using running = await startTestServer();
      await defineWidgets(running.client, { spec: object({ value: withRules(schema, { rule }) }) });
      const create = async (name: string, value: unknown): Promise<{ status: number; text: string }> =>
        await running.client.request(widgetsPath, { body: widget(name, { spec: { value } }) });
      expect(await create("good", accepted)).toMatchObject({ status: 201 });
      const { status, text: answer } = await create("bad", rejected);
      expect(status).toBe(422);
      expect(JSON.parse(answer).details.causes).toEqual([
        { reason: "FieldValueInvalid", field: "spec.value", message: expect.stringContaining(`failed rule: ${rule}`) },
      ]);
    });
  }

  test("[CEL-12] an integer or text may also be an integer", async () => {
    await using running = await startTestServer();
    const rule = "type(self) == int ? self < 5 : self == '50%'";
    const spec = object({ value: withRules({ "x-orch-int-or-string": true }, { rule }) });
    await defineWidgets(running.client, { spec });
    const answers = [4, "60%"].map((value) =>
      running.client.request(widgetsPath, { body: widget(`w${value}`.replace("%", ""), { spec: { value } }) }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 422]);
  });
});

describe("rules that a definition must not have", () => {
  test.each(rejectedRules)("[%s] a definition whose rule %s is rejected", async (_id, _title, schema, message) => {
    await using running = await startTestServer();
    const { status, text: answer } = await definitionAnswer(running, object({ value: schema }));
    expect(status).toBe(422);
    expect(JSON.parse(answer).message).toContain(message);
  });
});

test("[CEL-04] a rule about the previous state restricts updates only", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const value = withRules(integer, { rule: "self < 5" }, { rule: "self == oldSelf" });
  await defineWidgets(client, { spec: object({ value }) });
  expect((await client.request(widgetsPath, { body: widget("a", { spec: { value: 5 } }) })).status).toBe(422);
  expect((await client.request(widgetsPath, { body: widget("a", { spec: { value: 1 } }) })).status).toBe(201);
  const headers = { "content-type": "application/merge-patch+json" };
  const patch = async (body: object) => await client.request(`${widgetsPath}/a`, { method: "PATCH", headers, body });
  expect((await patch({ metadata: { labels: { a: "b" } } })).status).toBe(200);
  const changed = await patch({ spec: { value: 2 } });
  expect(changed.status).toBe(422);
  expect(changed.json.message).toContain("failed rule: self == oldSelf");
});

test("[CEL-24] a set keeps its value if only the order of its entries changes", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client, { spec: object({ value: withRules(set, { rule: "self == oldSelf" }) }) });
  await client.request(widgetsPath, { body: widget("a", { spec: { value: ["a", "b"] } }) });
  const headers = { "content-type": "application/merge-patch+json" };
  const patch = async (value: unknown) =>
    (await client.request(`${widgetsPath}/a`, { method: "PATCH", headers, body: { spec: { value } } })).status;
  expect(await patch(["b", "a"])).toBe(200);
  expect(await patch(["b", "c"])).toBe(422);
});

test("[CEL-52] the rules of an object share one budget", async () => {
  await using running = await startTestServer();
  const { client } = running;
  // One evaluation takes about half a million units, and all rules of an object 10 million.
  const items = { ...textList, maxItems: 300, items: { ...text, maxLength: 1 } };
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `p${index}`,
      withRules(items, { rule: "self.all(a, self.all(b, a == b))" }),
    ]),
  );
  await defineWidgets(client, { spec: object(properties) });
  const value = Array.from({ length: 300 }, () => "a");
  const withValues = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
  expect((await client.request(widgetsPath, { body: widget("one", { spec: withValues(1) }) })).status).toBe(201);
  const { status, json } = await client.request(widgetsPath, { body: widget("many", { spec: withValues(20) }) });
  expect(status).toBe(422);
  expect(json.message).toContain(
    "validation failed due to running out of cost budget, no further validation rules will be run",
  );
});

test("[CEL-49] a comparison costs one unit, and a list at least 40", async () => {
  await using running = await startTestServer();
  const { client } = running;
  // The estimate of a rule is its cost for the greatest value; the limit of a rule is 10 million units.
  const chain = (count: number): string => Array.from({ length: count }, () => "self == 1").join(" && ");
  const nested = (count: number): string => Array.from({ length: count }, () => "[self] == [1]").join(" && ");
  const list = (maxItems: number, rule: string): object => ({
    type: "array",
    maxItems,
    items: withRules(integer, { rule }),
  });
  const isAccepted = async (maxItems: number, rule: string): Promise<boolean> =>
    (
      await client.request(`${definitionsPath}?dryRun=All`, {
        body: widgetDefinition({ spec: object({ value: list(maxItems, rule) }) }),
      })
    ).status === 201;
  // 100 comparisons take at most 300 units with the reading of the values, and 100 pairs of lists at least 8,000.
  expect(await isAccepted(10_000, chain(100))).toBe(true);
  expect(await isAccepted(10_000, nested(100))).toBe(false);
});
