import { expect, test } from "vitest";
import { withStableOrder } from "./stable-order.ts";

test("managers are sorted by name if they are in the order of their times", () => {
  const entry = (manager: string, time: string): object => ({ manager, operation: "Update", time });
  const metadata = (...entries: readonly object[]): object => ({ metadata: { managedFields: entries } });
  const [early, late] = [entry("b", "2020-01-01T00:00:00Z"), entry("a", "2020-01-01T00:00:01Z")];
  expect(withStableOrder(metadata(early, late))).toEqual(metadata(late, early));
});

test("managers that are not in the order of their times are marked", () => {
  const entries = ["b", "a"].map((manager) => ({ manager, operation: "Update", time: "2020-01-01T00:00:00Z" }));
  expect(withStableOrder({ managedFields: entries })).toEqual({
    managedFields: [...entries.toReversed(), "<managers in a wrong order>"],
  });
});

test("managers in an object that a message quotes are sorted", () => {
  const quoted = (...names: readonly string[]): string => {
    const managedFields = names.map((manager, second) => ({ manager, time: `2020-01-01T00:00:0${second}Z`, n: 1.5 }));
    return `Invalid value: ${JSON.stringify(JSON.stringify({ managedFields }))}: no`;
  };
  const withoutTimes = (text: unknown): string => String(text).replace(/0\dZ/g, "");
  expect(withoutTimes(withStableOrder(quoted("b", "a")))).toBe(withoutTimes(quoted("a", "b")));
});

test("errors about an applied object are sorted", () => {
  const head = "failed to create typed patch object (/a; /v1, Kind=ConfigMap): ";
  expect(withStableOrder({ message: `${head}errors:\n  .b: no\n  .a: no` })).toEqual({
    message: `${head}errors:\n  .a: no\n  .b: no`,
  });
  expect(withStableOrder({ message: `${head}.x: field not declared in schema` })).toEqual({
    message: `${head}<fields that are not declared>`,
  });
});

test("causes about the entries of one map are sorted, and the message does not repeat them", () => {
  const status = (...causes: readonly object[]): object => ({
    message: `Pod "it" is invalid: [${JSON.stringify(causes)}]`,
    details: { causes },
  });
  const about = (field: string, message: string): object => ({ reason: "FieldValueInvalid", message, field });
  const [labelA, labelB] = [about("metadata.labels", "a"), about("metadata.labels", "b")];
  const [name, maxA] = [about("metadata.name", "n"), about("spec.limits[0].max[a]", "y")];
  const [maxB, maxBAgain] = [about("spec.limits[0].max[b]", "x"), about("spec.limits[0].max[b]", "w")];
  expect(withStableOrder(status(labelB, labelA, name, maxB, maxBAgain, maxA))).toEqual({
    message: 'Pod "it" is invalid: <causes>',
    details: { causes: [labelA, labelB, name, maxA, maxB, maxBAgain] },
  });
  const [second, first] = [about("spec.ports[1]", "a"), about("spec.ports[0]", "b")];
  expect(withStableOrder(status(second, first, name))).toEqual(status(second, first, name));
  const [later, earlier] = [about("status.hard[9]", "a"), about("status.hard[10]", "a")];
  expect(withStableOrder(status(later, earlier))).toEqual(withStableOrder(status(earlier, later)));
});

test("causes that compare requests of resources with their limits are sorted with those about the requests", () => {
  const status = (...causes: readonly object[]): object => ({
    message: 'Pod "it" is invalid: [...]',
    details: { causes },
  });
  const about = (field: string, message: string): object => ({
    field: `spec.containers[0].resources.${field}`,
    message,
  });
  const [limit, app, more] = [about("limits[app]", "no"), about("requests[app]", "no"), about("requests[app]", "but")];
  const [missing, above] = [about("limits", "must be set"), about("requests", "must be equal")];
  expect(withStableOrder(status(limit, missing, app, more, above))).toEqual(
    withStableOrder(status(limit, app, more, above, missing)),
  );
});
