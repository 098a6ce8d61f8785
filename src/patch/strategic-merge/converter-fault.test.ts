import { expect, test } from "vitest";
import { deployment } from "../../api/apps/v1/deployment.ts";
import { persistentVolume } from "../../api/core/v1/persistent-volume.ts";
import { secret } from "../../api/core/v1/secret.ts";
import { service } from "../../api/core/v1/service.ts";
import { numberText } from "../../base/number-text.ts";
import { converterFault } from "./converter-fault.ts";

/** Expected messages are those of the reference v1.32.13. */
test.each([
  [{ spec: 1 }, "cannot restore struct from: int64"],
  [{ spec: [] }, "cannot restore struct from: slice"],
  [{ spec: { ports: {} } }, "cannot restore slice from map"],
  [{ spec: { ports: "x" } }, "cannot restore slice from string"],
  [{ spec: { selector: [] } }, "cannot restore map from slice"],
  [{ metadata: { name: 1 } }, "cannot convert int64 to string"],
  [{ metadata: { name: true } }, "unrecognized type: string"],
  [{ metadata: { labels: { a: {} } } }, "unrecognized type: string"],
  [{ spec: { type: 1 } }, "cannot convert int64 to v1.ServiceType"],
  [{ spec: { ports: [{ port: "x" }] } }, "unrecognized type: int32"],
  [{ spec: { ports: [{ port: 1.5 }] } }, "cannot convert float64 to int32"],
  [{ spec: { publishNotReadyAddresses: 1 } }, "unrecognized type: bool"],
  [{ spec: { ports: [{ port: numberText("80.0") }] } }, undefined],
  [{ metadata: { labels: 1e21 } }, "cannot restore map from float64"],
  [
    { status: { conditions: [{ lastTransitionTime: true }] } },
    "json: cannot unmarshal bool into Go value of type string",
  ],
  [{ spec: { ports: [{ targetPort: {} }] } }, "json: cannot unmarshal object into Go value of type int32"],
  [{ spec: { ports: [{ targetPort: 1.5 }] } }, "json: cannot unmarshal number 1.5 into Go value of type int32"],
  [{ spec: { ports: [{ port: 80 }], selector: null } }, undefined],
])("converterFault() of the result %j is %j", (value, message) => {
  expect(converterFault(service.schema, value)).toBe(message);
});

test("converterFault() reports text that is not base64 as an error of JSON decoding", () => {
  const why = "error decoding from json: illegal base64 data at input byte 0";
  expect(converterFault(secret.schema, { data: { a: "/v" } })).toBe(why);
});

test.each<[unknown, string | undefined]>([
  [[["x"]], "unrecognized type: uint8"],
  [[{}], "unrecognized type: uint8"],
  [["x"], "unrecognized type: uint8"],
  [[true], "unrecognized type: uint8"],
  [[1, null, []], "unrecognized type: uint8"],
  [[1, 2.5, []], "cannot convert float64 to uint8"],
  [{}, "cannot restore slice from map"],
  [true, "cannot restore slice from bool"],
  [[1, null, numberText("2.0")], undefined],
  [[256], undefined],
])("converterFault() of the bytes %j is %j", (value, message) => {
  expect(converterFault(secret.schema, { data: { a: value } })).toBe(message);
});

test("converterFault() reports a malformed quantity or time before a later value of a wrong type", () => {
  const limits = { storage: "front" };
  const quantity = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  expect(converterFault(persistentVolume.schema, { spec: { capacity: limits, mountOptions: [{}] } })).toBe(quantity);
  expect(converterFault(persistentVolume.schema, { spec: { capacity: {}, mountOptions: [{}] } })).toBe(
    "unrecognized type: string",
  );
  const metadata = { creationTimestamp: "today", labels: [] };
  expect(converterFault(persistentVolume.schema, { metadata })).toBe(
    'parsing time "today" as "2006-01-02T15:04:05Z07:00": cannot parse "today" as "2006"',
  );
});

test("converterFault() reports the first value of a wrong type in declared order", () => {
  const spec = { paused: 1, replicas: "x" };
  expect(converterFault(deployment.schema, { spec })).toBe("unrecognized type: int32");
});
