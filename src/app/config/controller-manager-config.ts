/** The configuration of `orch controller-manager`, from its flags. */
import { resolve } from "node:path";
import { electionJitter } from "../../client/index.ts";
import { component, systemNamespace, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { FlagValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type ControllersConfig, controllerProblems, controllersConfig } from "./controller-flags.ts";
import { type ControllerManagerFlag, controllerManagerFlags } from "./controller-manager-flags.ts";
import type { DiagnosisConfig } from "./diagnosis-flags.ts";
import { featureSettings } from "./feature-flags.ts";
import { flagTexts } from "./flag-texts.ts";
import { ineffectiveFlagWarnings } from "./ineffective-flags.ts";
import { type MetricsConfig, metricsConfig, metricsProblems } from "./metrics-config.ts";
import type { ConfigInputs, FeatureConfig, LoggingConfig } from "./server-config.ts";

/** Configuration of `orch controller-manager`. */
export interface ControllerManagerConfig {
  readonly vocabulary: VocabularyName;
  /** Absolute path of the client configuration. Undefined: the usual files are searched. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly controllers: ControllersConfig;
  /** Absolute path of the CA certificates that each namespace gets. Undefined: those of the client configuration. */
  readonly rootCaFile: string | undefined;
  /** Absolute path of the private key that signs the tokens in Secrets. Undefined if Secrets get no tokens. */
  readonly serviceAccountKeyFile: string | undefined;
  /** Whether each controller acts as its own ServiceAccount. */
  readonly usesServiceAccountCredentials: boolean;
  /** Undefined if the controllers run without leader election. */
  readonly election: ElectionOptions | undefined;
  readonly bindAddress: string;
  readonly port: number;
  /**
   * Absolute path of the CA certificates that identify clients of `/metrics`. Undefined: those of the client
   * configuration.
   */
  readonly clientCaFile: string | undefined;
  readonly features: Pick<FeatureConfig, "isEnabled" | "emulatedMinor">;
  readonly metrics: MetricsConfig;
  readonly diagnosis: DiagnosisConfig;
  readonly logging: LoggingConfig;
  /** Sentences about values that are accepted, but have no effect or will be removed. */
  readonly warnings: readonly string[];
}

/** The Lease of the leader election, and its timing. */
export interface ElectionOptions {
  readonly name: string;
  readonly namespace: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/**
 * Returns the configuration that the arguments describe.
 * @throws UsageError with every problem
 */
export function controllerManagerOptions(args: readonly string[], { cwd }: ConfigInputs): ControllerManagerConfig {
  const { explicitValues, problems, warnings = [] } = parseFlags(controllerManagerFlags, args);
  const values = withDefaults<ControllerManagerFlag>(controllerManagerFlags, explicitValues);
  const gates = featureSettings(values);
  const allProblems = [
    ...problems,
    ...controllerProblems(values.controllers),
    ...electionProblems(values),
    ...metricsProblems(explicitValues),
    ...gates.problems,
  ];
  if (allProblems.length > 0) throw new UsageError(allProblems);
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  return {
    vocabulary: values.vocabulary,
    kubeconfig: absolute(values.kubeconfig),
    context: values.context,
    controllers: controllersConfig(values),
    rootCaFile: absolute(values["root-ca-file"]),
    serviceAccountKeyFile: absolute(values["service-account-private-key-file"]),
    usesServiceAccountCredentials: values["use-service-account-credentials"],
    election: values["leader-elect"] ? electionOf(values) : undefined,
    bindAddress: values["bind-address"],
    port: values["secure-port"],
    clientCaFile: absolute(values["client-ca-file"]),
    features: { isEnabled: gates.isEnabled, emulatedMinor: gates.emulatedMinor },
    metrics: metricsConfig(values, absolute),
    diagnosis: { profiling: values.profiling, flags: flagTexts(controllerManagerFlags, values) },
    logging: { format: values["logging-format"], verbosity: values.v },
    warnings: [...warnings, ...gates.warnings, ...ineffectiveFlagWarnings(explicitValues)],
  };
}

function electionOf(values: FlagValues<ControllerManagerFlag>): ElectionOptions {
  const names = vocabularies[values.vocabulary];
  return {
    name: values["leader-elect-resource-name"] ?? names.bind(component("controller-manager")),
    namespace: values["leader-elect-resource-namespace"] ?? names.bind(systemNamespace("system")),
    leaseDurationMs: values["leader-elect-lease-duration"],
    renewDeadlineMs: values["leader-elect-renew-deadline"],
    retryPeriodMs: values["leader-elect-retry-period"],
  };
}

function electionProblems(values: FlagValues<ControllerManagerFlag>): readonly string[] {
  const lease = values["leader-elect-lease-duration"];
  const deadline = values["leader-elect-renew-deadline"];
  const period = values["leader-elect-retry-period"];
  return [
    ...(lease > deadline ? [] : ["--leader-elect-lease-duration must be longer than --leader-elect-renew-deadline"]),
    ...(deadline > period * electionJitter
      ? []
      : [`--leader-elect-renew-deadline must be longer than ${electionJitter} times --leader-elect-retry-period`]),
  ];
}
