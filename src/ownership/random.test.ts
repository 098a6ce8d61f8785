/**
 * Tests properties that must hold for random kinds, and for random sequences of applies and updates by several
 * managers.
 */
import { expect, test } from "vitest";
import { withSeed } from "../../test/support/with-seed.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { equalJson } from "../base/json-tree.ts";
import type { Random } from "../base/random.ts";
import type { ApiObject, ManagedFieldsEntry, SharedObject } from "../meta/object-meta.ts";
import { StatusError } from "../meta/status-error.ts";
import { deepFreeze } from "../patch/testing/deep-freeze.ts";
import { optional, struct, text } from "../schema/index.ts";
import { checkShape } from "./check.ts";
import { compare } from "./compare.ts";
import { type FieldSet, fieldSet, fieldsOf, hasField, union } from "./field-set.ts";
import { fieldSetOf, withContainingStructs } from "./field-set-of.ts";
import { readManagers, writeManagers } from "./managers.ts";
import { merge } from "./merge.ts";
import { apply, recordUpdate } from "./ownership.ts";
import type { OwnershipRules } from "./ownership-rules.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { RandomKind } from "./testing/random-kind.ts";

interface Written extends ApiObject {
  spec?: unknown;
}

const rounds = 100;
const writesPerRound = 12;
const managers = ["one", "two", "three"];

/** A random kind, and writes of its objects. */
class RandomWorld {
  readonly kind: RandomKind;
  readonly shape: Shape;
  readonly rules: OwnershipRules;
  readonly #random: Random;
  nowMs = Date.UTC(2024, 0, 1);

  constructor(random: Random) {
    this.#random = random;
    this.kind = new RandomKind(random);
    const metadata = struct("t/v1.Meta", "", { name: optional(text, 1, "") });
    const apiVersion = optional(text, 1, "");
    const fields = {
      apiVersion,
      kind: apiVersion,
      metadata: optional(metadata, 3, ""),
      spec: optional(this.kind.spec, 4, ""),
    };
    this.shape = shapeOf(struct("t/v1.Random", "", fields));
    const same = { shape: this.shape, written: (set: FieldSet) => set, convert: unchanged, convertBack: unchanged };
    this.rules = { apiVersion: "t/v1", subresource: "", empty: this.object(undefined), inVersion: () => same };
  }

  object(spec: unknown, managedFields?: DeepReadonly<ManagedFieldsEntry[]>): Written {
    const metadata = { name: "it", ...(managedFields ? { managedFields } : {}) };
    return deepFreeze({ apiVersion: "t/v1", kind: "Random", metadata, ...(spec === undefined ? {} : { spec }) });
  }

  apply(live: Written | undefined, manager: string, spec: unknown, force: boolean): Written {
    this.nowMs += 1000;
    const request = { live, appliedObject: this.object(spec), force };
    const { object, managedFields } = apply(this.rules, request, { manager, nowMs: this.nowMs });
    return this.object((object as Written).spec, structuredClone(managedFields));
  }

  update(live: Written | undefined, manager: string, spec: unknown): Written {
    this.nowMs += 1000;
    const next = this.object(spec, live?.metadata.managedFields ?? []);
    const entries = recordUpdate(this.rules, { live, next }, { manager, nowMs: this.nowMs });
    return this.object(spec, structuredClone(entries));
  }

  pick<T>(all: readonly T[]): T {
    return all[this.#random.below(all.length)] as T;
  }

  flip(): boolean {
    return this.#random.below(2) === 0;
  }

  /** Returns the live spec with a random value merged into it, or only the random value. */
  changed(live: Written | undefined): unknown {
    const value = this.kind.value();
    return this.flip() ? value : merge(this.shape.map?.fields.get("spec") ?? {}, live?.spec, value);
  }

  /** Returns an object after `count` random writes. */
  written(count: number): Written {
    let live = this.update(undefined, this.pick(managers), this.kind.value());
    for (let left = count; left > 0; left--) {
      live = this.flip()
        ? this.apply(live, this.pick(managers), this.kind.value(), true)
        : this.update(live, this.pick(managers), this.changed(live));
    }
    return live;
  }
}

function unchanged(object: SharedObject): SharedObject {
  return object;
}

/** Returns the object without its managed fields. */
function content({ metadata, ...object }: Written): Written {
  const { managedFields: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}

function setOf({ metadata: { managedFields = [] } }: Written, manager: string, operation: string): FieldSet {
  const found = managedFields.find((entry) => entry.manager === manager && entry.operation === operation);
  return (found?.fieldsV1 ?? {}) as FieldSet;
}

/** Returns all fields of the object, and the structs, maps and lists that contain them. */
function allFieldsIn(shape: Shape, object: Written): FieldSet {
  return compare(shape, undefined, object).added;
}

/**
 * Whether the field at `path` is in the set, or would be within a value that has no separate fields, such as an atomic
 * or empty one.
 */
function includesPath(all: FieldSet, path: readonly string[]): boolean {
  let node: FieldSet | undefined = all;
  for (const step of path) {
    if (Object.keys(node).length === 0) return true;
    node = node[step];
    if (!node) return false;
  }
  return true;
}

function checkInvariants(shape: Shape, live: Written): void {
  const entries = live.metadata.managedFields ?? [];
  const read = readManagers(structuredClone(entries)) ?? new Map();
  expect(JSON.stringify(writeManagers(read))).toBe(JSON.stringify(entries));
  const all = allFieldsIn(shape, content(live));
  for (const { fieldsV1 } of entries) {
    for (const path of fieldsOf(fieldsV1 as FieldSet)) expect(includesPath(all, path), path.join(" ")).toBe(true);
  }
}

/** Runs the test with a number of random kinds. */
async function withWorlds(run: (world: RandomWorld) => void): Promise<void> {
  await withSeed(async (random) => {
    for (let round = 0; round < rounds; round++) run(new RandomWorld(random));
    await Promise.resolve();
  });
}

test("random values are valid, and merging a value twice has no further effect", async () => {
  await withWorlds((world) => {
    const live = world.written(3);
    const applied = world.object(world.kind.value({ nothing: true }));
    expect(checkShape(world.shape, applied)).toEqual([]);
    const once = merge(world.shape, content(live), applied);
    expect(merge(world.shape, once, applied)).toBe(once);
  });
});

test("managedFields name only existing fields, and reading them returns what was written", async () => {
  await withWorlds((world) => {
    let live = world.written(0);
    for (let left = writesPerRound; left > 0; left--) {
      live = world.flip()
        ? world.apply(live, world.pick(managers), world.kind.value(), true)
        : world.update(live, world.pick(managers), world.changed(live));
      checkInvariants(world.shape, live);
    }
  });
});

test("applied values are in the object, and applying them again changes nothing", async () => {
  await withWorlds((world) => {
    const live = world.written(writesPerRound);
    const spec = world.kind.value();
    const after = world.apply(live, "one", spec, true);
    const owned = setOf(after, "one", "Apply");
    expect(fieldSetOf(world.shape, world.object(spec))["f:spec"] ?? {}).toEqual(owned["f:spec"] ?? {});
    const again = world.apply(after, "one", spec, false);
    expect(again).toEqual(after);
  });
});

test("apply() only removes fields that the manager owned, and fields within them", async () => {
  await withWorlds((world) => {
    const live = world.written(writesPerRound);
    const after = world.apply(live, "one", world.kind.value(), true);
    const dropped = withContainingStructs(world.shape, setOf(live, "one", "Apply"));
    const { modified, removed } = compare(world.shape, content(live), content(after));
    // The field may also be part of a JSON value that has become a value of another form.
    const gone = union(dropped, modified);
    for (const path of fieldsOf(removed)) {
      const wasOwned = path.some((_, index) => hasField(gone, path.slice(0, index + 1)));
      expect(wasOwned, path.join(" ")).toBe(true);
    }
  });
});

test("apply() removes fields that are no longer applied unless another manager owns them", async () => {
  await withWorlds((world) => {
    const live = world.written(writesPerRound);
    const before = world.apply(live, "one", world.kind.value(), true);
    const after = world.apply(before, "one", undefined, true);
    const others = (before.metadata.managedFields ?? []).filter(
      ({ manager, operation }) => manager !== "one" || operation !== "Apply",
    );
    const kept = others.reduce((all, { fieldsV1 }) => union(all, fieldsV1 as FieldSet), fieldSet());
    const all = fieldSetOf(world.shape, content(after));
    for (const path of fieldsOf(setOf(before, "one", "Apply"))) {
      // A struct's field may remain as null, or because it contains fields of others.
      const isGone =
        !hasField(all, path) || hasField(withContainingStructs(world.shape, kept), path) || isNullAt(after, path);
      expect(isGone, path.join(" ")).toBe(true);
    }
    expect(setOf(after, "one", "Apply")).toEqual({});
  });
});

/** Whether the value at a path, or a value that contains it, is null. */
function isNullAt(object: Written, path: readonly string[]): boolean {
  let value: unknown = object;
  for (const step of path) {
    if (value === null) return true;
    if (typeof value !== "object") return false;
    const name = step.slice(2);
    value = Array.isArray(value)
      ? value.find((item) => JSON.stringify(item) === name || isItem(item, step))
      : (value as Record<string, unknown>)[name];
  }
  return value === null;
}

function isItem(item: unknown, step: string): boolean {
  if (!step.startsWith("k:") || typeof item !== "object" || item === null) return false;
  const keys = JSON.parse(step.slice(2)) as Record<string, unknown>;
  return Object.entries(keys).every(([name, value]) => ((item as Record<string, unknown>)[name] ?? 1) === value);
}

test("apply() without force fails exactly if other managers lose fields with force", async () => {
  let refused = 0;
  await withWorlds((world) => {
    const live = world.written(writesPerRound);
    const spec = world.kind.value();
    const after = world.apply(live, "new", spec, true);
    const { added, modified } = compare(world.shape, content(live), content(after));
    const changed = [...fieldsOf(union(added, modified))];
    const ownersOf = (object: Written, path: readonly string[]): string[] =>
      (object.metadata.managedFields ?? [])
        .filter(({ fieldsV1 }) => hasField(fieldsV1 as FieldSet, path))
        .map(({ manager, operation }) => `${manager} ${operation}`);
    const taken = changed.filter((path) => ownersOf(live, path).length > 0);
    // An empty list has no owner.
    const claimed = fieldSetOf(world.shape, world.object(spec));
    for (const path of taken) expect(ownersOf(after, path)).toEqual(hasField(claimed, path) ? ["new Apply"] : []);
    if (taken.length === 0) {
      expect(world.apply(live, "new", spec, false).spec).toEqual(after.spec);
      return;
    }
    refused++;
    expect(() => world.apply(live, "new", spec, false)).toThrow(StatusError);
  });
  expect(refused).toBeGreaterThan(0);
});

test("two applies of different fields have the same result in either order", async () => {
  await withWorlds((world) => {
    const value = world.kind.value();
    const names = Object.keys(value);
    const part = (isFirst: boolean): unknown =>
      Object.fromEntries(names.filter((_, index) => (index % 2 === 0) === isFirst).map((name) => [name, value[name]]));
    const live = world.written(3);
    const inOrder = world.apply(world.apply(live, "p", part(true), true), "q", part(false), true);
    const otherwise = world.apply(world.apply(live, "q", part(false), true), "p", part(true), true);
    expect(equalJson(content(inOrder), content(otherwise))).toBe(true);
    const owners = ({ metadata: { managedFields = [] } }: Written): object =>
      Object.fromEntries(
        managedFields.map(({ manager, operation, fieldsV1 }) => [`${manager} ${operation}`, fieldsV1]),
      );
    expect(owners(inOrder)).toEqual(owners(otherwise));
  });
});
