import type { ResourceClaimTemplate } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

export const resourceClaimTemplateHooks: KindHooks<ResourceClaimTemplate> = {
  validateUpdate: ({ spec }, old) => immutableField({ path: "spec", value: spec, old: old.spec }),
  nameFormat: "dns1123Subdomain",
  columns: [nameColumn, ageColumn],
};
