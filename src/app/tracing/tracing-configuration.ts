/** The content of a tracing configuration file, and its rules, with the messages of the reference. */
import { readConfigurationFile } from "../../codec/index.ts";
import {
  ConfigurationError,
  configurationErrorOf,
  withErrorPrefix,
} from "../../meta/configuration/configuration-error.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { int32, pointer, type StructSchema, struct, text, typeMetaFields } from "../../schema/index.ts";

/** The content of a file. */
export interface TracingConfiguration {
  endpoint?: string;
  samplingRatePerMillion?: number;
}

const typeTable = machineryLabel("apiserver/pkg/server/options/tracing.go:49");
const versions = ["v1alpha1", "v1beta1"];
const rateMax = 1_000_000;

const schemaOf = (version: string): StructSchema<TracingConfiguration> =>
  struct(`apiserver/${version}.TracingConfiguration`, "Which requests are traced, and who gets the traces.", {
    ...typeMetaFields,
    endpoint: pointer(text, 1, "Address of the collector. Default: localhost:4317."),
    samplingRatePerMillion: pointer(int32, 2, "How many of a million requests are traced. Default: 0."),
  });

/**
 * Returns the content of a file.
 * @throws ConfigurationError with the reference's message
 */
export function readTracingConfiguration(content: string, vocabulary: Vocabulary): TracingConfiguration {
  const configuration = parsed(content, vocabulary);
  const faults = [...rateFaults(configuration), ...endpointFaults(configuration)];
  if (faults.length === 0) return configuration;
  throw new ConfigurationError(`failed to validate tracing configuration: ${configurationErrorOf(faults).message}`);
}

function parsed(content: string, vocabulary: Vocabulary): TracingConfiguration {
  return withErrorPrefix("failed to read tracing config: unable to decode tracing configuration data: ", () =>
    readConfigurationFile(Buffer.from(content), {
      vocabulary,
      kind: "TracingConfiguration",
      schemas: new Map(versions.map((version) => [version, schemaOf(version)])),
      typeTable: vocabulary.bind(typeTable),
    }),
  );
}

function rateFaults({ samplingRatePerMillion: rate }: TracingConfiguration): readonly FieldError[] {
  if (rate === undefined) return [];
  const fault = (rule: string): FieldError => invalidField("samplingRatePerMillion", rate, rule);
  if (rate < 0) return [fault("sampling rate must be positive")];
  return rate > rateMax ? [fault("sampling rate per million must be less than or equal to one million")] : [];
}

function endpointFaults({ endpoint }: TracingConfiguration): readonly FieldError[] {
  if (endpoint === undefined) return [];
  const url = endpoint.includes("//") ? endpoint : `dns://${endpoint}`;
  const [, scheme, authority = ""] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (scheme === undefined) {
    return [invalidField("endpoint", url, `parse ${JSON.stringify(url)}: missing protocol scheme`)];
  }
  // As in Go, an escape in a host stands for a byte above 127, or for a percent sign.
  const invalid = /[\s<>"\\^`{|}]|%(?!25|[89a-f][\da-f]).{0,2}/i.exec(authority)?.[0];
  if (invalid !== undefined) {
    const quoted = JSON.stringify(invalid);
    const why = invalid.startsWith("%") ? `invalid URL escape ${quoted}` : `invalid character ${quoted} in host name`;
    return [invalidField("endpoint", url, `parse ${JSON.stringify(url)}: ${why}`)];
  }
  if (["dns", "unix", "unix-abstract"].includes(scheme.toLowerCase())) return [];
  const rule =
    `unsupported scheme: ${scheme.toLowerCase()}.  Options are none, dns, unix, or unix-abstract.  See ` +
    "https://github.com/grpc/grpc/blob/master/doc/naming.md";
  return [invalidField("endpoint", url, rule)];
}
