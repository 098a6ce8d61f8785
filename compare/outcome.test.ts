import { expect, test } from "vitest";
import { readIntended } from "./intended.ts";
import { type ComparedExchange, isExplained, Outcome } from "./outcome.ts";
import { summaryTable } from "./report.ts";

const exchange = (changes: Partial<ComparedExchange> = {}): ComparedExchange => ({
  suite: "kinds",
  scenario: "s",
  method: "POST",
  target: "/api/v1/namespaces/n/pods",
  request: { body: { large: "x".repeat(100) } },
  hasSameVerdict: true,
  differences: [{ where: "body .spec", reference: '"<uid 1>"', orch: "nothing" }],
  ...changes,
});

test("differences that vary in numbers only are one class, whose example is the smallest request", () => {
  const outcome = new Outcome([]);
  outcome.add(exchange());
  const small = exchange({
    target: "/api/v1/nodes",
    request: {},
    differences: [{ where: "body .spec", reference: '"<uid 2>"', orch: "nothing" }],
  });
  outcome.add(small);
  outcome.add(exchange({ differences: [{ where: "body .other", reference: "1", orch: "2" }] }));
  const [first, second] = [...outcome.classes.values()];
  expect(outcome.classes.size).toBe(2);
  expect(first).toMatchObject({ count: 2, example: small, resources: new Set(["pods", "nodes"]) });
  expect(second).toMatchObject({ count: 1 });
});

test("an exchange counts as intended only if rules cover all of its differences", () => {
  const rules = readIntended(
    "## T\n\n```difference\nwhere: body .spec\n```\n\n## U\n\nClosed by step 9.\n\n```difference\nwhere: status\n```\n",
  );
  const outcome = new Outcome(rules);
  const status = { where: "status", reference: "200", orch: "404" };
  outcome.add(exchange({ differences: [] }));
  outcome.add(exchange());
  outcome.add(exchange({ differences: [...exchange().differences, status], hasSameVerdict: false }));
  outcome.add(exchange({ differences: [status, { where: "form", reference: "a", orch: "b" }], hasSameVerdict: false }));
  expect(outcome.suites.get("kinds")).toEqual({
    exchanges: 4,
    sameVerdict: 3,
    verdicts: { identical: 1, intended: 1, "later step": 1, different: 1 },
  });
  expect([...outcome.classes.values()].map(({ exampleDifference }) => exampleDifference.where)).toEqual(["form"]);
  expect(summaryTable(outcome).split("\n")).toEqual([
    "suite  exchanges  identical  intended  later step  different  as intended  same verdict",
    "kinds          4          1         1           1          1      75.00 %       75.00 %",
    "all            4          1         1           1          1      75.00 %       75.00 %",
  ]);
});

test("a scenario is explained if rules cover every difference of its exchanges", () => {
  const rules = readIntended("## T\n\n```difference\nreference: known\n```\n");
  const known = exchange({ differences: [{ where: "status", reference: "known", orch: "x" }] });
  const unknown = exchange({ differences: [{ where: "status", reference: "new", orch: "x" }] });
  expect(isExplained([exchange({ differences: [] }), known], rules)).toBe(true);
  expect(isExplained([known, unknown], rules)).toBe(false);
});

test("differences of an object that only one server has changed follow from the intended difference", () => {
  const rules = readIntended(
    "## T\n\n```difference\nreference: /^422/\n```\n\n## U\n\n```difference\norch: reset\n```\n",
  );
  const object = "/api/v1/namespaces/n/configmaps/it";
  const get = (differences: ComparedExchange["differences"], target = object): ComparedExchange =>
    exchange({ method: "GET", target, differences });
  const spec = [{ where: "body .spec", reference: "1", orch: "2" }];
  const managers = [{ where: "body .metadata.managedFields[] length", reference: "1", orch: "2" }];
  const write = (target: string): ComparedExchange =>
    exchange({
      method: "PATCH",
      target,
      hasSameVerdict: false,
      differences: [{ where: "status", reference: "422", orch: "200" }],
    });

  const outcome = new Outcome(rules);
  outcome.add(write(`${object}?dryRun=All`));
  outcome.add(get(spec));
  expect(outcome.classes.size).toBe(1);
  outcome.add(write(`${object}/status`));
  outcome.add(get(managers));
  expect(outcome.classes.size).toBe(1);
  outcome.add(get(managers, `${object}-other`));
  expect(outcome.classes.size).toBe(2);

  const reset = new Outcome(rules);
  const where = "body .metadata.managedFields";
  reset.add(exchange({ method: "PATCH", target: object, differences: [{ where, reference: "1", orch: "reset" }] }));
  reset.add(get(managers));
  expect(reset.classes.size).toBe(0);
  reset.add(get(spec));
  expect(reset.classes.size).toBe(1);
});

test("conflicts of an apply follow from different managers, and so does what only one server then applies", () => {
  const rules = readIntended("## T\n\n```difference\norch: reset\n```\n");
  const target = "/apis/apps/v1/namespaces/n/deployments/it";
  const patch = (changes: Partial<ComparedExchange>): ComparedExchange =>
    exchange({ method: "PATCH", target, ...changes });
  const reset = patch({ differences: [{ where: "body .metadata.managedFields", reference: "1", orch: "reset" }] });
  const conflict = '409 Conflict Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec';
  const refused = { where: "status", reference: conflict, orch: '422 Invalid Deployment.apps "it" is invalid' };
  const cause = { where: "body .details.causes[].message", reference: '"conflict with \\"a\\""', orch: '"x"' };
  const read = exchange({ method: "GET", target, differences: [{ where: "body .spec", reference: "1", orch: "2" }] });

  const outcome = new Outcome(rules);
  outcome.add(patch({ differences: [refused] }));
  expect(outcome.classes.size).toBe(1);
  for (const one of [reset, patch({ differences: [refused] }), patch({ differences: [cause] })]) outcome.add(one);
  expect(outcome.classes.size).toBe(1);
  outcome.add(read);
  expect(outcome.classes.size).toBe(2);

  const applied = new Outcome(rules);
  applied.add(reset);
  applied.add(patch({ hasSameVerdict: false, differences: [{ where: "status", reference: conflict, orch: "200" }] }));
  applied.add(read);
  expect(applied.classes.size).toBe(0);
});

test("what an apply removes follows from different managers, and so does the object that it leaves", () => {
  const rules = readIntended("## T\n\n```difference\norch: reset\n```\n");
  const target = "/apis/apps/v1/namespaces/n/deployments/it";
  const request = { headers: { "content-type": "application/apply-patch+yaml" } };
  const removed = { where: "body .spec.paused", reference: "true", orch: "nothing" };
  const reset = { where: "body .metadata.managedFields", reference: "1", orch: "reset" };
  const change = exchange({ method: "PATCH", target, differences: [reset] });
  const apply = exchange({ method: "PATCH", target, request, differences: [removed] });
  const read = exchange({ method: "GET", target, differences: [removed] });
  expect(isExplained([apply], rules)).toBe(false);
  expect(isExplained([change, read], rules)).toBe(false);
  expect(isExplained([change, apply, read], rules)).toBe(true);
});

test("items of a list follow from an object of it that only one server has deleted, whatever dry run the query asks for", () => {
  const rules = readIntended("## T\n\n```difference\norch: /^422/\n```\n");
  const collection = "/apis/apps/v1/namespaces/n/deployments";
  const deletion = (body: unknown): ComparedExchange =>
    exchange({
      method: "DELETE",
      target: `${collection}/it?dryRun=All`,
      request: { body },
      hasSameVerdict: false,
      differences: [{ where: "status", reference: "200", orch: "422" }],
    });
  const list = exchange({
    method: "DELETE",
    target: `${collection}?dryRun=All`,
    differences: [{ where: "body .items[] length", reference: "only the 0 common", orch: "{}" }],
  });
  for (const [body, classes] of [
    [undefined, 1],
    ['{"gracePeriodSeconds":1,"dryRun":["All"]}', 1],
    ['{"gracePeriodSeconds":1,"dryRun":[]}', 0],
  ]) {
    const outcome = new Outcome(rules);
    outcome.add(deletion(body));
    outcome.add(list);
    expect([body, outcome.classes.size]).toEqual([body, classes]);
  }
});

test("versions of an object follow from a write that only one server stores, whatever version a client reads", () => {
  const rules = readIntended("## T\n\n```difference\nmethod: PATCH\nwhere: body .metadata.resourceVersion\n```\n");
  const path = "namespaces/n/horizontalpodautoscalers/it";
  const at = (method: string, version: string, where: string): ComparedExchange => {
    const differences = [{ where, reference: "<version 3>", orch: "<version 2>" }];
    return exchange({ method, target: `/apis/autoscaling/${version}/${path}`, differences });
  };
  const outcome = new Outcome(rules);
  outcome.add(at("GET", "v2", "body .metadata.resourceVersion"));
  expect(outcome.classes.size).toBe(1);
  outcome.add(at("PATCH", "v1", "body .metadata.resourceVersion"));
  for (const version of ["v1", "v2"]) outcome.add(at("GET", version, "body .metadata.resourceVersion"));
  expect(outcome.classes.size).toBe(1);
  outcome.add(at("GET", "v2", "body .spec"));
  expect(outcome.classes.size).toBe(2);
});

test("all differences of an object follow from a write that lets only one server count it as deleted", () => {
  const rules = readIntended("## T\n\n```difference\nwhere: body .metadata.deletionTimestamp\n```\n");
  const target = "/apis/scheduling.k8s.io/v1/priorityclasses/it";
  const deletion = exchange({
    method: "DELETE",
    target,
    hasSameVerdict: false,
    differences: [{ where: "status", reference: "404", orch: "200" }],
  });
  const made = exchange({
    method: "PATCH",
    target,
    differences: [{ where: "body .metadata.deletionTimestamp", reference: '"2020-01-01T00:00:00Z"', orch: "nothing" }],
  });
  expect(isExplained([deletion], rules)).toBe(false);
  expect(isExplained([made, deletion], rules)).toBe(true);
});
