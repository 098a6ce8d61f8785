import type { ResourceClaimTemplate } from "../../api/index.ts";
import type { ResourceClaimTemplateSpec } from "../../api/resource/v1beta1/resource-claim-template.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, nameColumn } from "../columns.ts";
import { loadEngine } from "../expressions/load-engine.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { reportTemplateMetadata } from "../meta/template-metadata.ts";
import { collect } from "../reporting.ts";
import { type ClaimWrite, claimSpecErrors } from "./claim-rules.ts";

/** Hooks of ResourceClaimTemplates: immutable spec, validation, columns. */
export const resourceClaimTemplateHooks: KindHooks<ResourceClaimTemplate> = {
  load: loadEngine,
  validateCreate: ({ spec }, write) => templateErrors(spec, { isStored: false, write }),
  validateUpdate: ({ spec }, old, write) => [
    ...immutableField({ path: "spec", value: spec, old: old.spec }),
    ...templateErrors(spec, { isStored: true, write }),
  ],
  nameFormat: "dns1123Subdomain",
  columns: [nameColumn, ageColumn],
};

function templateErrors(
  { metadata, spec }: ResourceClaimTemplateSpec,
  options: Omit<ClaimWrite, "path">,
): FieldError[] {
  return [
    ...collect((context) => reportTemplateMetadata(metadata, context), "spec.metadata"),
    ...claimSpecErrors(spec, { ...options, path: "spec.spec" }),
  ];
}
