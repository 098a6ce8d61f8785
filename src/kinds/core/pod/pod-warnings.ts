/** Warnings about Pods and Pod templates: deprecated settings, and settings that are probably mistakes. */
import type { Container, EphemeralContainer, Pod, PodSpec, PodTemplateSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import type { HookContext } from "../../../schema/index.ts";
import { repeatIndexes } from "../../repeats.ts";
import {
  type AnnotatedSpec,
  containerSeccompWarnings,
  podSeccompWarnings,
  replacedAnnotationWarnings,
  templateAppArmorWarnings,
} from "../annotation-warnings.ts";
import { placedContainers } from "../container/containers.ts";
import { portWarnings } from "../container/port-warnings.ts";
import { byteResources, fractionalAmountWarnings, fractionalBytesWarnings } from "../resources/byte-amounts.ts";
import { affinityWarnings, placementWarnings } from "../scheduling/scheduling-warnings.ts";
import { pathWarnings } from "../volume/volume-path-warnings.ts";
import { volumeWarnings } from "../volume/volume-warnings.ts";

/** Returns the warnings for a new Pod. Those about its name (`hostNameAdvice`) come before those about its spec. */
export function podWarnings(
  pod: DeepReadonly<Pod>,
  hostNameAdvice: readonly string[],
  { vocabulary }: HookContext,
): string[] {
  const { metadata, spec } = pod;
  const annotated = spec && { annotations: metadata.annotations ?? {}, spec, prefix: "", vocabulary };
  return [...hostNameAdvice, ...(annotated ? specWarnings(annotated, () => []) : [])];
}

/**
 * Returns the warnings about a Pod template.
 * @param path of the template, such as `spec.template`
 */
export function podTemplateWarnings(
  path: string,
  template: DeepReadonly<PodTemplateSpec> | undefined,
  { vocabulary }: HookContext,
): string[] {
  if (!template?.spec) return [];
  const { metadata, spec } = template;
  const annotated = { annotations: metadata?.annotations ?? {}, spec, prefix: `${path}.`, vocabulary };
  return specWarnings(annotated, (container) => templateAppArmorWarnings(annotated, container));
}

type AnyContainer = Container | EphemeralContainer;

/** @param profileAdvice returns the warnings about a container's AppArmor profile */
function specWarnings(
  annotated: AnnotatedSpec,
  profileAdvice: (container: DeepReadonly<AnyContainer>) => string[],
): string[] {
  const { spec, prefix, vocabulary } = annotated;
  const path = `${prefix}spec`;
  const grace = spec.terminationGracePeriodSeconds;
  const graceAdvice = "must be >= 0; negative values are invalid and will be treated as 1";
  return [
    ...placementWarnings(spec, path, vocabulary),
    ...replacedAnnotationWarnings(annotated),
    ...volumeWarnings(spec.volumes ?? [], `${path}.volumes`),
    ...pathWarnings(spec.volumes ?? []),
    ...repeatedValues(
      (spec.hostAliases ?? []).map(({ ip }) => ip),
      `${path}.hostAliases`,
      "ip",
    ),
    ...pullSecretWarnings(spec, `${path}.imagePullSecrets`),
    ...fractionalBytesWarnings(spec.overhead, `${path}.overhead`),
    ...podSeccompWarnings(annotated),
    ...placedContainers(spec).flatMap(({ container, part }) => [
      ...containerSeccompWarnings(annotated, container),
      ...profileAdvice(container),
      ...containerWarnings(container, `${path}.${part}`),
    ]),
    ...portWarnings(spec, path),
    ...(grace !== undefined && grace < 0 ? [`${path}.terminationGracePeriodSeconds: ${graceAdvice}`] : []),
    ...affinityWarnings(spec, `${path}.affinity`),
  ];
}

function pullSecretWarnings({ imagePullSecrets = [] }: DeepReadonly<PodSpec>, path: string): string[] {
  const names = imagePullSecrets.map(({ name = "" }) => name);
  const unnamed = names.flatMap((name, index) =>
    name === "" ? [`${path}[${index}].name: invalid empty name ""`] : [],
  );
  return [...repeatedValues(names, path, "name"), ...unnamed];
}

function repeatedValues(values: readonly string[], path: string, field: string): string[] {
  return [...repeatIndexes(values)].map(
    (index) => `${path}[${index}].${field}: duplicate ${field} ${goQuote(values[index] ?? "")}`,
  );
}

function containerWarnings(container: DeepReadonly<AnyContainer>, path: string): string[] {
  const { limits, requests } = container.resources ?? {};
  return [
    ...byteResources.flatMap((name) => [
      ...fractionalAmountWarnings(limits?.[name], `${path}.resources.limits[${name}]`),
      ...fractionalAmountWarnings(requests?.[name], `${path}.resources.requests[${name}]`),
    ]),
    ...variableWarnings(container, `${path}.env`),
  ];
}

/** Warns about a variable that is defined again, unless the new value refers to the earlier one. */
function variableWarnings({ env = [] }: DeepReadonly<AnyContainer>, path: string): string[] {
  const repeats = repeatIndexes(env.map(({ name }) => name));
  return env.flatMap(({ name, value = "", valueFrom }, index) => {
    if (!repeats.has(index)) return [];
    const reference = `$(${name})`;
    if (valueFrom === undefined && value !== reference && value.includes(reference)) return [];
    const advice = `hides previous definition of ${goQuote(name)}, which may be dropped when using apply`;
    return [`${path}[${index}]: ${advice}`];
  });
}
