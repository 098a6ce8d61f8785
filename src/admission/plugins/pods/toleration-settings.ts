/** The configuration of the PodTolerationRestriction plugin. */
import { type Toleration, toleration } from "../../../api/core/v1/taint.ts";
import { readConfigurationDocument } from "../../../codec/index.ts";
import { tolerationErrors } from "../../../kinds/index.ts";
import { ConfigurationError } from "../../../meta/configuration/configuration-error.ts";
import { formatFieldError } from "../../../meta/field-error.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import { list, optional, type StructSchema, struct, typeMetaFields } from "../../../schema/index.ts";

/** The settings of the plugin. They are plain data, so that all processes of a server can get them. */
export interface TolerationSettings {
  /** Tolerations that new Pods get, if their namespace has no annotation with others. */
  readonly defaults: readonly Toleration[];
  /** Tolerations that Pods may have, if their namespace has no annotation with others. Empty: all. */
  readonly allowed: readonly Toleration[];
}

/** The settings without a configuration. */
export const noTolerations: TolerationSettings = { defaults: [], allowed: [] };

interface ConfigurationDocument {
  default?: Toleration[];
  whitelist?: Toleration[];
}

const configurationGroup = group("podtolerationrestriction.admission");

const configurationSchema: StructSchema<ConfigurationDocument> = struct(
  "v1alpha1.Configuration",
  "Configuration of the plugin.",
  {
    ...typeMetaFields,
    default: optional(list(toleration), 1, "Tolerations that new Pods get."),
    whitelist: optional(list(toleration), 2, "Tolerations that Pods may have."),
  },
);

/**
 * Returns the settings in a configuration.
 * @param content YAML or JSON
 * @throws ConfigurationError if it cannot be read, or contains invalid tolerations
 */
export function readTolerationSettings(content: string, vocabulary: Vocabulary): TolerationSettings {
  const { default: defaults = [], whitelist: allowed = [] } = readConfigurationDocument<ConfigurationDocument>(
    Buffer.from(content),
    {
      types: [
        {
          group: vocabulary.bind(configurationGroup),
          version: "v1alpha1",
          kind: "Configuration",
          schema: configurationSchema,
        },
      ],
      typeTable: "pkg/admission/podtolerationrestriction/config.go:32",
      ignoresUnknown: true,
    },
  );
  const faults = [
    ...tolerationErrors(defaults, "podtolerationrestriction.default"),
    ...tolerationErrors(allowed, "podtolerationrestriction.whitelist"),
  ];
  if (faults.length > 0) throw new ConfigurationError(`invalid config: [${faults.map(formatFieldError).join(" ")}]`);
  return { defaults, allowed };
}
