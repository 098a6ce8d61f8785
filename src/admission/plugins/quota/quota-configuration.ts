/** The configuration of the ResourceQuota plugin: resources that can only be used within a quota. */
import {
  type ScopedResourceSelectorRequirement,
  scopedResourceSelectorRequirement,
} from "../../../api/core/v1/resource-quota.ts";
import { readConfigurationDocument } from "../../../codec/index.ts";
import { aggregateErrors } from "../../../meta/aggregate-errors.ts";
import { ConfigurationError } from "../../../meta/configuration/configuration-error.ts";
import { formatFieldError, requiredField } from "../../../meta/field-error.ts";
import { group, machineryLabel, type Vocabulary } from "../../../meta/vocabulary.ts";
import { list, optional, required, type StructSchema, struct, text, typeMetaFields } from "../../../schema/index.ts";
import type { ScopeRequirement } from "../../../usage/index.ts";

/** The settings of the plugin. They are plain data, so that all processes of a server can get them. */
export interface QuotaSettings {
  readonly limitedResources: readonly LimitedResource[];
}

/** A resource that can only be used within a quota. */
export interface LimitedResource {
  readonly group: string;
  readonly resource: string;
  /** Parts of the names of amounts that a quota must limit. */
  readonly matchContains: readonly string[];
  /** Scopes of objects, of any resource, that need a quota with such a scope. */
  readonly matchScopes: readonly ScopeRequirement[];
}

/** The settings without a configuration. */
export const defaultQuotaSettings: QuotaSettings = { limitedResources: [] };

interface LimitedResourceDocument {
  apiGroup?: string;
  resource: string;
  matchContains?: string[];
  matchScopes?: ScopedResourceSelectorRequirement[];
}

/** The content of a ResourceQuotaConfiguration. */
interface QuotaDocument {
  limitedResources?: LimitedResourceDocument[];
}

const configurationGroup = group("apiserver.config");
/** Versions of the older group, in which the kind has a shorter name. */
const oldVersions = ["v1alpha1", "v1beta1"] as const;
const oldGroup = group("resourcequota.admission");
/** The reference's name of its table of configuration types. */
const typeTable = machineryLabel("apiserver/pkg/admission/plugin/resourcequota/config.go:31");

function schemaIn(version: string): StructSchema<QuotaDocument> {
  const nameOf = (type: string): string => `resourcequota/${version}.${type}`;
  const limited: StructSchema<LimitedResourceDocument> = struct(nameOf("LimitedResource"), "A limited resource.", {
    apiGroup: optional(text, 1, "Group of the resource."),
    resource: required(text, 2, "Plural of the resource."),
    matchContains: optional(list(text), 3, "Parts of the names of amounts that a quota must limit."),
    matchScopes: optional(
      list(scopedResourceSelectorRequirement),
      4,
      "Scopes of objects that need a quota with such a scope.",
    ),
  });
  return struct(nameOf("Configuration"), "Configuration of the plugin.", {
    ...typeMetaFields,
    limitedResources: optional(list(limited), 1, "Resources that can only be used within a quota."),
  });
}

/**
 * Returns the settings in a configuration.
 * @param content YAML or JSON
 * @throws ConfigurationError if it cannot be read, or with all invalid values
 */
export function readQuotaSettings(content: string, vocabulary: Vocabulary): QuotaSettings {
  const { limitedResources = [] } = readConfigurationDocument<QuotaDocument>(Buffer.from(content), {
    types: [
      {
        group: vocabulary.bind(configurationGroup),
        version: "v1",
        kind: "ResourceQuotaConfiguration",
        schema: schemaIn("v1"),
      },
      ...oldVersions.map((version) => ({
        group: vocabulary.bind(oldGroup),
        version,
        kind: "Configuration",
        schema: schemaIn(version),
      })),
    ],
    typeTable: vocabulary.bind(typeTable),
  });
  const faults = limitedResources.flatMap(({ resource }, index) =>
    resource ? [] : [requiredField(`limitedResources[${index}].resource`, "")],
  );
  if (faults.length > 0) throw new ConfigurationError(aggregateErrors(faults.map(formatFieldError)));
  return {
    limitedResources: limitedResources.map(({ apiGroup = "", resource, matchContains = [], matchScopes = [] }) => ({
      group: apiGroup,
      resource,
      matchContains,
      matchScopes,
    })),
  };
}
