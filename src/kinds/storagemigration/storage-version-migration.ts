import type { StorageVersionMigration } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { column, nameOf } from "../columns.ts";
import { resourceChangeErrors, statusErrors } from "./migration-rules.ts";

/** Hooks of StorageVersionMigrations: immutable resource, status changes, columns. */
export const storageVersionMigrationHooks: KindHooks<StorageVersionMigration> = {
  validateUpdate: (migration, old, _, subresource) =>
    subresource === "status" ? statusErrors(migration, old) : resourceChangeErrors(migration, old),
  nameFormat: "dns1123Subdomain",
  columns: [
    column("Name", "Name of the object.", nameOf),
    column("Resource", "The resource that is migrated.", resourceText),
  ],
};

/** Returns a text such as `secrets.v1.`. The group comes last and may be empty. */
function resourceText({ spec }: StorageVersionMigration): string {
  const { resource = "", version = "", group = "" } = spec?.resource ?? {};
  return `${resource}.${version}.${group}`;
}
