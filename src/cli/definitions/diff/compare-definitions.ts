/** Compares two definitions of a custom type. */
import { equalJson } from "../../../base/json-tree.ts";
import type { Definition, DefinitionVersion } from "../definition.ts";
import type { ChangeClass, ChangedValues, DefinitionChange } from "./change.ts";
import { compareSchemas } from "./compare-schemas.ts";

/** Returns the changes that clients or stored objects notice. */
export function compareDefinitions(old: Definition, now: Definition): readonly DefinitionChange[] {
  const comparison = new DefinitionComparison(old, now);
  comparison.compareNames();
  comparison.compareVersions();
  comparison.compareStorage();
  return comparison.changes;
}

class DefinitionComparison {
  readonly changes: DefinitionChange[] = [];
  readonly #old: Definition;
  readonly #now: Definition;

  constructor(old: Definition, now: Definition) {
    this.#old = old;
    this.#now = now;
  }

  compareNames(): void {
    const isOtherType = "is another one, so the server rejects the change or treats it as another type";
    this.#compareValue("spec.group", ({ group }) => group, "loses-data", isOtherType);
    this.#compareValue("spec.names.plural", ({ plural }) => plural, "loses-data", isOtherType);
    const isImmutable = "cannot be changed; the definition would have to be deleted, with all objects";
    this.#compareValue("spec.scope", ({ scope }) => scope, "loses-data", isImmutable);
    this.#compareValue("spec.names.kind", ({ kind }) => kind, "breaks-clients", "is another one");
    this.#compareValue("spec.names.listKind", ({ listKind }) => listKind, "breaks-clients", "is another one");
    this.#compareValue("spec.names.singular", ({ singular }) => singular, "warning", "is another one");
    this.#reportMissing("spec.names.shortNames", ({ shortNames }) => shortNames, "warning");
    this.#reportMissing("spec.names.categories", ({ categories }) => categories, "warning");
    this.#compareValue("spec.conversion.strategy", ({ conversion }) => conversion, "warning", "is another one");
    if (this.#old.preservesUnknownFields && !this.#now.preservesUnknownFields) {
      this.#report(
        "loses-data",
        "spec.preserveUnknownFields",
        "is off; the server drops fields that no schema declares",
      );
    }
  }

  compareVersions(): void {
    for (const version of this.#old.versions) {
      const other = this.#now.versions.find(({ name }) => name === version.name);
      if (version.isServed && !other?.isServed) {
        this.#report("breaks-clients", `spec.versions[${version.name}]`, "is no longer served");
      }
      if (!other) continue;
      const { name } = version;
      const changes = [
        ...compareVersionParts(version, other),
        ...compareSchemas({ definition: this.#old, version }, { definition: this.#now, version: other }),
      ];
      this.changes.push(...changes.map((change) => ({ ...change, version: name })));
    }
  }

  compareStorage(): void {
    const [before, after] = [this.#old, this.#now].map(({ versions }) => versions.find(({ isStorage }) => isStorage));
    const stored = new Set([...this.#old.storedVersions, ...this.#now.storedVersions]);
    if (before) stored.add(before.name);
    const missing = [...stored].filter((name) => !this.#now.versions.some((version) => version.name === name));
    for (const name of missing) {
      const text =
        "is removed although objects may be stored in it; the server rejects this while status.storedVersions names it";
      this.#report("breaks-stored-objects", `spec.versions[${name}]`, text);
    }
    if (!before || !after || before.name === after.name) return;
    const text = "is another one; stored objects keep the old version until they are written again";
    this.#report("warning", "spec.versions[*].storage", text, { before: before.name, after: after.name });
    if (this.#now.conversion === "None") this.#compareStoredFields(before, after);
  }

  /** Without a webhook, conversion changes only `apiVersion`, so the server drops fields that the new version lacks. */
  #compareStoredFields(before: DefinitionVersion, after: DefinitionVersion): void {
    const changes = compareSchemas(
      { definition: this.#old, version: before },
      { definition: this.#now, version: after },
    );
    const lost = changes.filter((change) => change.class === "loses-data");
    const text = `is a field of ${before.name} only; the server drops it when it converts stored objects to ${after.name}`;
    this.changes.push(...lost.map((change) => ({ ...change, version: after.name, text })));
  }

  #compareValue(
    path: string,
    valueOf: (definition: Definition) => string,
    changeClass: ChangeClass,
    text: string,
  ): void {
    const [before, after] = [valueOf(this.#old), valueOf(this.#now)];
    if (before !== after) this.#report(changeClass, path, text, { before, after });
  }

  #reportMissing(
    path: string,
    valuesOf: (definition: Definition) => readonly string[],
    changeClass: ChangeClass,
  ): void {
    const [before, after] = [valuesOf(this.#old), valuesOf(this.#now)];
    const missing = before.filter((name) => !after.includes(name));
    if (missing.length > 0) this.#report(changeClass, path, `no longer has ${missing.join(", ")}`, { before, after });
  }

  #report(changeClass: ChangeClass, path: string, text: string, values: ChangedValues = {}): void {
    this.changes.push({ class: changeClass, path, text, ...values });
  }
}

/** Reports changes of a version besides its schema. */
function compareVersionParts(old: DefinitionVersion, now: DefinitionVersion): readonly DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  if (now.isDeprecated && !old.isDeprecated) {
    changes.push({ class: "warning", path: "", text: "is deprecated; clients of this version get a warning" });
  }
  for (const name of Object.keys(old.subresources)) {
    const [before, after] = [old.subresources[name], now.subresources[name]];
    const path = `subresources.${name}`;
    if (after === undefined) changes.push({ class: "breaks-clients", path, text: "is no longer served" });
    else if (!equalJson(before, after))
      changes.push({ class: "breaks-clients", path, text: "has other fields", before, after });
  }
  if (now.subresources["status"] !== undefined && old.subresources["status"] === undefined) {
    const text = "is new; writes of the object itself no longer change its status";
    changes.push({ class: "breaks-clients", path: "subresources.status", text });
  }
  const missing = old.selectableFields.filter((path) => !now.selectableFields.includes(path));
  if (missing.length > 0) {
    const text = `no longer has ${missing.join(", ")}; field selectors that name it are rejected`;
    changes.push({ class: "breaks-clients", path: "selectableFields", text });
  }
  return changes;
}
