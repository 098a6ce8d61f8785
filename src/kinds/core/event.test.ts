import { describe, expect, test } from "vitest";
import { event } from "../../api/index.ts";
import { type Input, KindWrites } from "../testing/kind-writes.ts";
import { fieldValueOf } from "../testing/rows.ts";

const writes = new KindWrites(event);
const involvedObject = { kind: "Pod", namespace: "shop", name: "web" };

function errorsIn(namespace: string, more: object): readonly string[] {
  return writes.create({ metadata: { name: "it", namespace }, ...more }).errors;
}

describe("the namespace of an Event", () => {
  const mismatch = (involved: string) => [
    `involvedObject.namespace: Invalid value: "${involved}": does not match event.namespace`,
  ];

  test.each<[string, object, string[]]>([
    ["shop", { involvedObject }, []],
    ["other", { involvedObject }, mismatch("shop")],
    ["default", { involvedObject: { kind: "Node", name: "node-1" } }, []],
    ["shop", { involvedObject: { kind: "Node", name: "node-1" } }, mismatch("")],
  ])("an Event in the namespace %s about %j gets the errors %j", (namespace, more, errors) => {
    expect(errorsIn(namespace, more)).toEqual(errors);
  });
});

describe("an Event of a newer reporter", () => {
  const complete = {
    involvedObject,
    eventTime: "2025-06-01T11:00:00.000000Z",
    reportingComponent: "example.com/agent",
    reportingInstance: "agent-1",
    action: "Pulling",
    reason: "Pulled",
  };

  test("an Event with eventTime requires reporter, action and reason", () => {
    expect(errorsIn("shop", complete)).toEqual([]);
    expect(errorsIn("shop", { involvedObject, eventTime: complete.eventTime })).toEqual([
      "reportingComponent: Required value",
      'reportingComponent: Invalid value: "": name part must be non-empty',
      "reportingComponent: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and " +
        "must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
        "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "reportingInstance: Required value",
      "action: Required value",
      "reason: Required value",
    ]);
  });

  test("an Event with a long reason and message is rejected", () => {
    expect(errorsIn("shop", { ...complete, reason: "x".repeat(129), message: "x".repeat(1025) })).toEqual([
      'reason: Invalid value: "": can have at most 128 characters',
      'message: Invalid value: "": can have at most 1024 characters',
    ]);
  });
});

test("the field source of an Event falls back to its reportingComponent", () => {
  const source = (input: Input): string => fieldValueOf(event, "source", writes.decode(input));
  expect(source({ source: { component: "old" }, reportingComponent: "new" })).toBe("old");
  expect(source({ reportingComponent: "new" })).toBe("new");
});
