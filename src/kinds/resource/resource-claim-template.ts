import type { ResourceClaimTemplate } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { dropAdminAccess, hasAdminAccess } from "./device-request.ts";

export const resourceClaimTemplateHooks: KindHooks<ResourceClaimTemplate> = {
  prepareForCreate: (template) => dropAdminAccess(requestsOf(template)),
  prepareForUpdate: (template, old) => {
    if (!hasAdminAccess(requestsOf(old))) dropAdminAccess(requestsOf(template));
  },
  validateUpdate: ({ spec }, old) => immutableField({ path: "spec", value: spec, old: old.spec }),
  nameFormat: "dns1123Subdomain",
  columns: [nameColumn, ageColumn],
};

function requestsOf({ spec }: ResourceClaimTemplate) {
  return spec.spec.devices?.requests;
}
