import type { StorageVersionMigration } from "../../api/index.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import type { KindHooks } from "../../schema/index.ts";
import { column, nameOf } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

export const storageVersionMigrationHooks: KindHooks<StorageVersionMigration> = {
  validateUpdate: (migration, old, _, subresource) =>
    subresource === "status" ? versionErrors(migration, old) : resourceErrors(migration, old),
  nameFormat: "dns1123Subdomain",
  columns: [
    column("Name", "Name of the object.", nameOf),
    column("Resource", "The resource that is migrated.", resourceText),
  ],
};

/** `secrets.v1.`: the group comes last, and may be empty. */
function resourceText({ spec }: StorageVersionMigration): string {
  const { resource = "", version = "", group = "" } = spec?.resource ?? {};
  return `${resource}.${version}.${group}`;
}

/** Clients know these errors without the fields' holders. */
function resourceErrors({ spec }: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
  return (["group", "version", "resource"] as const).flatMap((path) =>
    immutableField({
      path,
      value: spec?.resource[path],
      old: old.spec?.resource[path],
      shown: spec?.resource[path] ?? "",
    }),
  );
}

function versionErrors({ status }: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
  const [version = "", before = ""] = [status?.resourceVersion, old.status?.resourceVersion];
  if (before === "" || version === before) return [];
  return [invalidField("status.resourceVersion", version, "resourceVersion cannot be updated")];
}
