/** The flags of admission plugins, and the configuration that they describe. */

import type { PluginConfigurations, PluginSettings } from "../../admission/plugins/index.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import {
  type AdmissionPluginName,
  admissionPlugins,
  defaultPlugins,
  type EffectivePluginName,
  isEffective,
} from "./admission-plugins.ts";

const group = "Admission";

/** Flags of admission plugins, with the reference's names. */
export const admissionFlags = [
  {
    name: "enable-admission-plugins",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc:
      "Admission plugins to enable besides those that are on by default. The order has no meaning. Plugins of the " +
      "reference that orch does not have yet are accepted with a warning.",
  },
  {
    name: "disable-admission-plugins",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "Admission plugins to disable although they are on by default.",
  },
  {
    name: "admission-control",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "All admission plugins to enable.",
    deprecation: {
      since: 10,
      replacements: ["enable-admission-plugins", "disable-admission-plugins"],
      message:
        "Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.",
    },
  },
  {
    name: "admission-control-config-file",
    type: "path",
    group,
    doc:
      "File with an AdmissionConfiguration, which contains the configurations of plugins or names their files. It is read " +
      "at the start.",
  },
  {
    name: "default-not-ready-toleration-seconds",
    type: "integer",
    default: 300,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    group,
    doc: "How long Pods stay on a node that is not ready, unless they say it.",
  },
  {
    name: "default-unreachable-toleration-seconds",
    type: "integer",
    default: 300,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    group,
    doc: "How long Pods stay on a node that is unreachable, unless they say it.",
  },
] as const satisfies readonly FlagSpec[];

/** A flag of admission plugins. */
export type AdmissionFlag = (typeof admissionFlags)[number];

/** The plugins of a server. */
export interface AdmissionConfig {
  /** In the order in which they are called. */
  readonly plugins: readonly EffectivePluginName[];
  /** Plugins that a flag enables. Most plugins are on without a flag. */
  readonly requested: readonly EffectivePluginName[];
  readonly settings: PluginSettings;
  /** Absolute path of a file with an AdmissionConfiguration. */
  readonly configurationFile: string | undefined;
}

/** The plugins with the content of their files. It is plain data, so that all processes of a server can get it. */
export interface LoadedAdmission extends AdmissionConfig {
  readonly configurations: PluginConfigurations;
}

/** Returns the configuration that the flags describe. @param absolute returns a path in absolute form */
export function admissionConfig(
  values: FlagValues<AdmissionFlag>,
  absolute: (path: string | undefined) => string | undefined,
): AdmissionConfig {
  const enabled = new Set(values["enable-admission-plugins"]);
  const disabled = new Set(values["disable-admission-plugins"]);
  const only = new Set(values["admission-control"]);
  const isOn = (name: AdmissionPluginName): boolean =>
    only.size > 0 ? only.has(name) : enabled.has(name) || (defaultPlugins.has(name) && !disabled.has(name));
  return {
    plugins: admissionPlugins.filter(isOn).filter(isEffective),
    requested: admissionPlugins.filter((name) => enabled.has(name) || only.has(name)).filter(isEffective),
    settings: {
      notReadyTolerationSeconds: values["default-not-ready-toleration-seconds"],
      unreachableTolerationSeconds: values["default-unreachable-toleration-seconds"],
    },
    configurationFile: absolute(values["admission-control-config-file"]),
  };
}

/** Returns the configuration without a plugin, unless a flag enables it. */
export function withoutDefaultPlugin(config: AdmissionConfig, name: EffectivePluginName): AdmissionConfig {
  if (config.requested.includes(name)) return config;
  return { ...config, plugins: config.plugins.filter((one) => one !== name) };
}

/** Returns the messages about enabled plugins without effect, for the log. */
export function admissionWarnings(values: FlagValues<AdmissionFlag>): readonly string[] {
  const ineffective = values["enable-admission-plugins"].filter((name) => !isEffective(name));
  return ineffective.map((name) => `the admission plugin ${name} has no effect`);
}

/** Returns the problems of the flags: unknown plugins, and plugins that are enabled and disabled. */
export function admissionProblems(explicitValues: ExplicitValues<AdmissionFlag>): readonly string[] {
  const { "enable-admission-plugins": enabled = [], "disable-admission-plugins": disabled = [] } = explicitValues;
  const only = explicitValues["admission-control"] ?? [];
  const both = [...new Set(enabled)].filter((name) => disabled.includes(name));
  return [
    ...enabled.flatMap((name) => nameProblems("--enable-admission-plugins", name)),
    ...disabled.flatMap((name) => nameProblems("--disable-admission-plugins", name)),
    ...only.flatMap((name) => nameProblems("--admission-control", name)),
    ...(only.length > 0 && enabled.length + disabled.length > 0
      ? ["admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive"]
      : []),
    ...both.map((name) => `the admission plugin ${name} is both enabled and disabled`),
  ];
}

function nameProblems(flag: string, name: string): readonly string[] {
  const names: readonly string[] = admissionPlugins;
  if (names.includes(name)) return [];
  const near = nearestName(name, names);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return [`${flag}: the plugin ${JSON.stringify(name)} is unknown${hint}`];
}
