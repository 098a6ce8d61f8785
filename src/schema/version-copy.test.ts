import { describe, expect, test } from "vitest";
import { optional, pointer, required, struct } from "./field.ts";
import { declareKind } from "./kind.ts";
import { fieldOf, schemaAt } from "./schema.ts";
import { list, map, namedText, text } from "./types.ts";
import { VersionCopy } from "./version-copy.ts";

const inner = struct("toys/v2.Wheel", "A wheel.", { size: required(namedText("v2.Size"), 1, "Its size.") });
const foreign = struct("core/v2.Box", "A box.", { name: required(text, 1, "Its name.") });
const spec = struct("toys/v2.CarSpec", "A car.", {
  front: pointer(inner, 1, "In front."),
  others: optional(list(inner, { type: "atomic" }), 2, "The others."),
  spare: optional(map(inner, { typeName: "map[v2.Place]v2.Wheel" }), 3, "Spare ones."),
  box: pointer(foreign, 4, "What it came in."),
});
const metadata = optional(struct("meta/v1.ObjectMeta", "Metadata.", {}), 1, "Metadata.");
const car = declareKind(
  {
    group: "toys",
    version: "v2",
    kind: "Car",
    package: "toys",
    plural: "cars",
    scope: "Cluster",
    servedByDefault: false,
    rules: { generation: ["spec"] },
    doc: "A car.",
    fields: { spec: required(spec, 2, "The car.") },
  },
  metadata,
);

describe("VersionCopy", () => {
  const copied = new VersionCopy({ package: "toys", from: "v2", to: "v1" }, []).kind(car);

  test("VersionCopy.kind() returns a kind with the original's rules, stored as the original", () => {
    const { version, storedAs, schema, ...rest } = copied;
    expect([version, schema.name]).toEqual(["v1", "toys/v1.Car"]);
    expect(storedAs).toBe(car);
    expect(car).toMatchObject(rest);
  });

  test("VersionCopy.kind() renames all structs and types of the package", () => {
    expect(schemaAt(copied.schema, "spec")).toMatchObject({ name: "toys/v1.CarSpec", doc: "A car." });
    expect(schemaAt(copied.schema, "spec.front.size")).toMatchObject({ typeName: "v1.Size" });
    expect(schemaAt(copied.schema, "spec.spare")).toMatchObject({ typeName: "map[v1.Place]v1.Wheel" });
  });

  test("VersionCopy.struct() returns one copy for each original struct", () => {
    const front = schemaAt(copied.schema, "spec.front");
    expect(schemaAt(copied.schema, "spec.others")).toMatchObject({ items: front });
    expect((schemaAt(copied.schema, "spec.others") as { items?: unknown }).items).toBe(front);
    expect(schemaAt(copied.schema, "spec.spare.any")).toBe(front);
  });

  test("VersionCopy.struct() returns structs of other packages unchanged", () => {
    expect(schemaAt(copied.schema, "spec.box")).toBe(foreign);
    expect(schemaAt(copied.schema, "metadata")).toBe(metadata.schema);
  });

  test("VersionCopy does not change the original version", () => {
    expect(schemaAt(car.schema, "spec.front")).toBe(inner);
    expect(fieldOf(inner, "size")?.schema).toMatchObject({ typeName: "v2.Size" });
  });
});

test("VersionCopy uses the given structs instead of copies", () => {
  const own = struct("toys/v1.Wheel", "A wheel.", { inches: required(text, 1, "Its size.") });
  const copied = new VersionCopy({ package: "toys", from: "v2", to: "v1" }, [[inner, own]]).struct(spec);
  expect(schemaAt(copied, "front")).toBe(own);
  expect(schemaAt(copied, "spare.any")).toBe(own);
});

test("named types of text take the place of others, or keep their name", () => {
  const place = namedText("v2.Place");
  const reason = namedText("v2.Reason");
  const own = namedText("v1.Position");
  const tour = struct("toys/v2.Tour", "A tour.", {
    place: required(place, 1, "Where."),
    reason: required(reason, 2, "Why."),
  });
  const replaced = [
    [place, own],
    [reason, reason],
  ] as const;
  const copied = new VersionCopy({ package: "toys", from: "v2", to: "v1" }, replaced).struct(tour);
  expect(schemaAt(copied, "place")).toBe(own);
  expect(schemaAt(copied, "reason")).toBe(reason);
});
