/**
 * A sample object that several managers write in two API versions. In the second version, `spec.text` is called
 * `spec.words`.
 */
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { writableCopy } from "../../base/json-tree.ts";
import type { ApiObject, ManagedFieldsEntry, ObjectMeta, SharedObject } from "../../meta/object-meta.ts";
import type { StructSchema } from "../../schema/index.ts";
import { differenceBelow, type FieldSet, fieldSet, stepsOf } from "../field-set.ts";
import { apply, recordUpdate } from "../ownership.ts";
import type { OwnershipRules, VersionedShape } from "../ownership-rules.ts";
import { type Shape, shapeOf } from "../shape.ts";
import { sampleSchema, sampleShape } from "./sample.ts";

/** The spec of a sample object. */
export type Spec = Readonly<Record<string, unknown>>;
/** The two API versions of the sample kind. */
export type Version = "t/v1" | "t/v2";

/** An object of the sample kind. */
export interface SampleObject extends ApiObject {
  spec?: Spec | null;
}

/** Options of one write. */
export interface WriteOptions {
  readonly version?: Version;
  readonly subresource?: string;
  readonly metadata?: ObjectMeta;
  readonly force?: boolean;
}

/** One sample object, from its creation on. The clock advances by one second with each write. */
export class SampleWrites {
  #live: SampleObject | undefined;
  #nowMs = Date.UTC(2024, 0, 1);
  readonly #unowned: FieldSet;

  /** @param unowned paths of fields that have no managers */
  constructor(unowned: readonly string[] = []) {
    this.#unowned = fieldSet(...unowned.map(stepsOf));
  }

  /** The present object, in the first version. */
  get object(): SampleObject {
    if (!this.#live) throw new Error("nothing was written");
    return this.#live;
  }

  get spec(): Spec | null | undefined {
    return this.object.spec;
  }

  get entries(): readonly ManagedFieldsEntry[] {
    return this.object.metadata.managedFields ?? [];
  }

  /** The fields of the spec that each manager owns. */
  get owners(): Record<string, unknown> {
    return Object.fromEntries(this.entries.map(({ manager = "", fieldsV1 }) => [manager, fieldsV1?.["f:spec"]]));
  }

  /** @throws StatusError 409 */
  apply(manager: string, spec: Spec | null | undefined, options: WriteOptions = {}): this {
    const { version = "t/v1", force = false, subresource, metadata } = options;
    this.#nowMs += 1000;
    const applied = sampleOf(version, spec, metadata);
    const live = this.#live && converted(this.#live, version);
    const rules = this.#rules(version, subresource);
    const { object, managedFields } = apply(
      rules,
      { live, appliedObject: applied, force },
      { manager, nowMs: this.#nowMs },
    );
    this.#keep(object, managedFields);
    return this;
  }

  /** Replaces the object. */
  update(manager: string, spec: Spec | null | undefined, options: WriteOptions = {}): this {
    const { version = "t/v1", subresource, metadata } = options;
    this.#nowMs += 1000;
    const live = this.#live && converted(this.#live, version);
    const next = sampleOf(version, spec, {
      ...(live ? { managedFields: live.metadata.managedFields ?? [] } : {}),
      ...metadata,
    });
    const rules = this.#rules(version, subresource);
    this.#keep(next, recordUpdate(rules, { live, next }, { manager, nowMs: this.#nowMs }));
    return this;
  }

  #keep(object: SharedObject, managedFields: readonly ManagedFieldsEntry[]): void {
    const { managedFields: _, ...metadata } = object.metadata;
    const entries = managedFields.length > 0 ? { managedFields: [...managedFields] } : {};
    this.#live = writableCopy(converted({ ...object, metadata: { ...metadata, ...entries } }, "t/v1"));
  }

  #rules(apiVersion: Version, subresource = ""): OwnershipRules {
    return {
      apiVersion,
      subresource,
      empty: { apiVersion, kind: "Sample", metadata: {} },
      inVersion: (version) => (version in shapes ? this.#inVersion(apiVersion, version as Version) : undefined),
    };
  }

  #inVersion(from: Version, to: Version): VersionedShape {
    return {
      shape: shapes[to],
      written: (fields) => differenceBelow(fields, this.#unowned),
      convert: (object) => converted(object, to),
      convertBack: (object) => converted(object, from),
    };
  }
}

function sampleOf(apiVersion: Version, spec: Spec | null | undefined, metadata: ObjectMeta = {}): SampleObject {
  return { apiVersion, kind: "Sample", metadata: { name: "it", ...metadata }, ...(spec === undefined ? {} : { spec }) };
}

function converted(object: DeepReadonly<SampleObject>, apiVersion: string): DeepReadonly<SampleObject> {
  if (object.apiVersion === apiVersion) return object;
  const { text, words, ...spec } = object.spec ?? {};
  const [value, name] = apiVersion === "t/v1" ? [words, "text"] : [text, "words"];
  const renamed = value === undefined ? spec : { ...spec, [name]: value };
  return { ...object, apiVersion, ...(object.spec ? { spec: renamed } : {}) };
}

const specSchema = sampleSchema.fields.find(({ name }) => name === "spec")?.schema as StructSchema;
const secondSpec: StructSchema = {
  ...specSchema,
  fields: specSchema.fields.map((field) => (field.name === "text" ? { ...field, name: "words" } : field)),
};
const secondSchema: StructSchema = {
  ...sampleSchema,
  fields: sampleSchema.fields.map((field) => (field.name === "spec" ? { ...field, schema: secondSpec } : field)),
};

const shapes: Readonly<Record<Version, Shape>> = { "t/v1": sampleShape, "t/v2": shapeOf(secondSchema) };
