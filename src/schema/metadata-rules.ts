/** The validation rules of `metadata` that all kinds share. Errors are in the reference's order. */
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { distinct } from "../base/distinct.ts";
import { foregroundFinalizer, nonStandardFinalizerMessage, orphanFinalizer } from "../meta/deletion.ts";
import {
  errorsOfEach,
  type FieldError,
  fieldErrorsMax,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
} from "../meta/field-error.ts";
import { checkFieldFormat } from "../meta/field-formats.ts";
import { checkFormat, checkFormatPrefix, type NameFormat } from "../meta/formats.ts";
import { GoText, goQuote, goTime, type ShownValue } from "../meta/go-quote.ts";
import { goList, goPointer, goStruct } from "../meta/go-struct.ts";
import { annotationErrors, labelErrors } from "../meta/label-rules.ts";
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference, SharedObject } from "../meta/object-meta.ts";
import type { MetadataCheck } from "./kind.ts";

const immutable = "field is immutable";

/** The name format that all kinds accept: one path segment. */
export const anyNameFormat = "pathSegmentName";

/** The metadata rules that differ between kinds. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly nameFormat: NameFormat;
  /** The finalizers that are allowed without a domain. Absent: finalizers can have any name. */
  readonly standardFinalizers?: readonly string[];
}

/** Returns the errors in the metadata of a new object. */
export function validateMetadata(metadata: ObjectMeta, rules: MetadataRules): readonly FieldError[] {
  return new MetadataValidation(metadata, rules).errorsOf("create");
}

/** The result of a check without errors. It is shared, because nearly every write is valid. */
const noErrors: readonly FieldError[] = [];

/**
 * Validates the metadata of one write. The checks of a write overlap, so each part is validated once and its errors are
 * cached. The metadata must not change meanwhile.
 */
export class MetadataValidation {
  readonly #metadata: ObjectMeta;
  readonly #rules: MetadataRules;
  /** The stored metadata. For a new object this is its own metadata, so no field counts as changed. */
  readonly #old: SharedObject["metadata"];
  #labelsAndOwners: readonly FieldError[] | undefined;
  #managers: readonly FieldError[] | undefined;
  #transitions: readonly FieldError[] | undefined;
  #finalizers: readonly FieldError[] | undefined;
  #finalizerNames: readonly FieldError[] | undefined;

  /** @param old the stored metadata, for an update. The new metadata must already be prepared by `prepareForUpdate`. */
  constructor(metadata: ObjectMeta, rules: MetadataRules, old: SharedObject["metadata"] = metadata) {
    this.#metadata = metadata;
    this.#rules = rules;
    this.#old = old;
  }

  /** Returns the errors that one check reports. */
  errorsOf(check: MetadataCheck): readonly FieldError[] {
    switch (check) {
      case "create":
        return this.#createErrors(this.#rules.nameFormat, this.#finalizerNameErrors());
      case "plainCreate":
        return this.#createErrors(anyNameFormat, noErrors);
      case "change":
        return concatenated([this.#changeErrors(), this.#finalizerNameErrors()]);
      case "plainChange":
        return this.#changeErrors();
    }
  }

  #createErrors(nameFormat: NameFormat, finalizerNames: readonly FieldError[]): readonly FieldError[] {
    const { generation = 0 } = this.#metadata;
    this.#finalizers ??= validateFinalizers(this.#metadata.finalizers ?? []);
    return concatenated([
      validateName(this.#metadata, nameFormat),
      validateNamespace(this.#metadata, this.#rules),
      generation < 0
        ? [invalidField("metadata.generation", generation, "must be greater than or equal to 0")]
        : noErrors,
      this.#labelAndOwnerErrors(),
      this.#finalizers,
      this.#managerErrors(),
      finalizerNames,
    ]);
  }

  #changeErrors(): readonly FieldError[] {
    this.#transitions ??= transitionErrors(this.#metadata, this.#old);
    return concatenated([this.#transitions, this.#labelAndOwnerErrors(), this.#managerErrors()]);
  }

  #labelAndOwnerErrors(): readonly FieldError[] {
    this.#labelsAndOwners ??= concatenated([
      labelErrors(this.#metadata.labels, () => "metadata.labels"),
      annotationErrors(this.#metadata.annotations, () => "metadata.annotations"),
      validateOwners(this.#metadata.ownerReferences ?? []),
    ]);
    return this.#labelsAndOwners;
  }

  #managerErrors(): readonly FieldError[] {
    this.#managers ??= validateManagers(this.#metadata.managedFields ?? []);
    return this.#managers;
  }

  #finalizerNameErrors(): readonly FieldError[] {
    this.#finalizerNames ??= validateFinalizerNames(this.#metadata.finalizers ?? [], this.#rules);
    return this.#finalizerNames;
  }
}

/** Concatenates the errors of parts. Allocates nothing if there are none. */
function concatenated(parts: readonly (readonly FieldError[])[]): readonly FieldError[] {
  return parts.every((part) => part.length === 0) ? noErrors : parts.flat();
}

/** Returns the errors for changes of metadata that an update must not make. */
function transitionErrors(metadata: ObjectMeta, old: DeepReadonly<ObjectMeta>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const added = old.deletionTimestamp ? addedFinalizers(metadata, old) : [];
  if (added.length > 0) {
    const list = `[]string{${added.map((one) => goQuote(one)).join(", ")}}`;
    const why = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
    errors.push(forbiddenField("metadata.finalizers", why));
  }
  if ((metadata.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalidField("metadata.generation", metadata.generation, "must not be decremented"));
  }
  for (const field of immutableFields) {
    if (metadata[field] !== old[field])
      errors.push(invalidField(`metadata.${field}`, shownValue(metadata, field), immutable));
  }
  return errors;
}

function addedFinalizers(metadata: ObjectMeta, old: DeepReadonly<ObjectMeta>): readonly string[] {
  const kept = new Set(old.finalizers);
  return distinct(metadata.finalizers ?? [])
    .filter((finalizer) => !kept.has(finalizer))
    .sort();
}

const immutableFields = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

function shownValue(metadata: ObjectMeta, field: (typeof immutableFields)[number]): ShownValue {
  const value = metadata[field];
  if (field === "name" || field === "namespace" || field === "uid") return value ?? "";
  return field === "deletionTimestamp" && value ? goTime(String(value)) : value;
}

function validateName({ name, generateName }: ObjectMeta, format: NameFormat): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (generateName) {
    for (const message of checkFormatPrefix(format, generateName)) {
      errors.push(invalidField("metadata.generateName", generateName, message));
    }
  }
  if (!name) {
    errors.push(requiredField("metadata.name", "name or generateName is required"));
    return errors;
  }
  for (const message of checkFormat(format, name)) errors.push(invalidField("metadata.name", name, message));
  return errors;
}

function validateNamespace({ namespace }: ObjectMeta, { namespaced }: MetadataRules): readonly FieldError[] {
  const path = "metadata.namespace";
  if (!namespaced) return namespace ? [forbiddenField(path, "not allowed on this type")] : noErrors;
  if (!namespace) return [requiredField(path)];
  return checkFormat("dns1123Label", namespace).map((message) => invalidField(path, namespace, message));
}

function validateOwners(owners: readonly OwnerReference[]): readonly FieldError[] {
  if (owners.length === 0) return noErrors;
  const path = "metadata.ownerReferences";
  const errors = errorsOfEach(owners, (owner) => validateOwner(owner, path));
  const controllers = owners.filter((owner) => owner.controller === true);
  const [first, ...others] = controllers;
  if (!first || others.length === 0) return errors;
  // Printed once, because a client can send very many controllers.
  const shownOwners = goOwners(owners);
  for (const other of others.slice(0, fieldErrorsMax)) {
    const both = `${first.kind}/${first.name} and ${other.kind}/${other.name}`;
    const why = `Only one reference can have Controller set to true. Found "true" in references for ${both}`;
    errors.push(invalidField(path, shownOwners, why));
  }
  return errors;
}

function validateOwner(owner: OwnerReference, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const requireNonEmpty = (field: keyof OwnerReference): void => {
    errors.push(invalidField(`${path}.${field}`, owner[field], `${field} must not be empty`));
  };
  if (!hasVersion(owner.apiVersion))
    errors.push(invalidField(`${path}.apiVersion`, owner.apiVersion, "version must not be empty"));
  if (!owner.kind) requireNonEmpty("kind");
  if (!owner.name) requireNonEmpty("name");
  if (!owner.uid) requireNonEmpty("uid");
  if (owner.apiVersion === "v1" && owner.kind === "Event") {
    errors.push(invalidField(path, new GoText(goOwner(owner)), "/v1, Kind=Event is disallowed from being an owner"));
  }
  return errors;
}

function goOwners(owners: readonly OwnerReference[]): GoText {
  return new GoText(goList("v1.OwnerReference", owners.map(goOwner)));
}

function goOwner(owner: OwnerReference): string {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = owner;
  return goStruct("v1.OwnerReference", {
    APIVersion: goQuote(apiVersion),
    Kind: goQuote(kind),
    Name: goQuote(name),
    UID: goQuote(uid),
    Controller: goPointer("bool", controller !== undefined),
    BlockOwnerDeletion: goPointer("bool", blockOwnerDeletion !== undefined),
  });
}

/** Whether the version in `group/version` is not empty. The group may be empty. */
function hasVersion(apiVersion: string): boolean {
  const parts = apiVersion.split("/");
  return parts.length <= 2 && parts.at(-1) !== "";
}

function validateFinalizers(finalizers: readonly string[]): readonly FieldError[] {
  if (finalizers.length === 0) return noErrors;
  const path = "metadata.finalizers";
  const errors = errorsOfEach(finalizers, (finalizer) =>
    checkFormat("qualifiedName", finalizer).map((message) => invalidField(path, finalizer, message)),
  );
  if (finalizers.includes(orphanFinalizer) && finalizers.includes(foregroundFinalizer)) {
    const why = `finalizer ${orphanFinalizer} and ${foregroundFinalizer} cannot be both set`;
    errors.push(invalidField(path, finalizers, why));
  }
  return errors;
}

/** Returns the errors of finalizers without a domain that are not standard finalizers. */
function validateFinalizerNames(
  finalizers: readonly string[],
  { standardFinalizers }: MetadataRules,
): readonly FieldError[] {
  if (!standardFinalizers || finalizers.length === 0) return noErrors;
  return errorsOfEach(finalizers, (finalizer, index) => {
    const path = `metadata.finalizers[${index}]`;
    return finalizer.includes("/") || standardFinalizers.includes(finalizer)
      ? []
      : [invalidField(path, finalizer, nonStandardFinalizerMessage)];
  });
}

const subresourceBytesMax = 256;

/**
 * Returns the errors in managed fields that clients write themselves. Entries with an unknown operation or format reach this check only
 * in objects inside custom objects. In other objects the whole list is dropped then.
 */
function validateManagers(entries: readonly ManagedFieldsEntry[]): FieldError[] {
  return errorsOfEach(entries, ({ operation = "", fieldsType = "", manager = "", subresource = "" }, index) => {
    const errors: FieldError[] = [];
    const path = `metadata.managedFields[${index}]`;
    if (operation !== "Apply" && operation !== "Update") {
      errors.push(invalidField(`${path}.operation`, operation, "must be `Apply` or `Update`"));
    }
    if (fieldsType !== "" && fieldsType !== "FieldsV1") {
      errors.push(invalidField(`${path}.fieldsType`, fieldsType, "must be `FieldsV1`"));
    }
    errors.push(...checkFieldFormat("fieldManager", `${path}.manager`, manager));
    const isLong = Buffer.byteLength(subresource) > subresourceBytesMax;
    if (isLong) errors.push(tooLongField(`${path}.subresource`, subresourceBytesMax));
    return errors;
  });
}
