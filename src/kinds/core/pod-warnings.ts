/** Advice on Pods and templates of Pods: what is deprecated, and what is probably not meant. */
import type { Container, EphemeralContainer, Pod, PodSpec, PodTemplateSpec } from "../../api/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { HookContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { fractionalBytesWarnings } from "./byte-amounts.ts";
import { placedContainers } from "./containers.ts";
import { portWarnings } from "./port-warnings.ts";
import { schedulingWarnings } from "./scheduling-warnings.ts";
import { volumeWarnings } from "./volume-warnings.ts";

export function podSpecWarnings({ spec }: Pod, context: HookContext): string[] {
  return spec ? specWarnings(spec, "spec", context) : [];
}

/** @param path of the template, `spec.template` */
export function podTemplateWarnings(
  path: string,
  template: PodTemplateSpec | undefined,
  context: HookContext,
): string[] {
  return template?.spec ? specWarnings(template.spec, `${path}.spec`, context) : [];
}

function specWarnings(spec: PodSpec, path: string, { vocabulary }: HookContext): string[] {
  const grace = spec.terminationGracePeriodSeconds;
  const graceAdvice = "must be >= 0; negative values are invalid and will be treated as 1";
  return [
    ...schedulingWarnings(spec, path, vocabulary),
    ...volumeWarnings(spec.volumes ?? [], `${path}.volumes`),
    ...repeatedValues(
      (spec.hostAliases ?? []).map(({ ip }) => ip),
      `${path}.hostAliases`,
      "ip",
    ),
    ...pullSecretWarnings(spec, `${path}.imagePullSecrets`),
    ...fractionalBytesWarnings(spec.overhead, `${path}.overhead`),
    ...placedContainers(spec).flatMap(({ container, part }) => containerWarnings(container, `${path}.${part}`)),
    ...portWarnings(spec, path),
    ...(grace !== undefined && grace < 0 ? [`${path}.terminationGracePeriodSeconds: ${graceAdvice}`] : []),
  ];
}

function pullSecretWarnings({ imagePullSecrets = [] }: PodSpec, path: string): string[] {
  const names = imagePullSecrets.map(({ name = "" }) => name);
  const unnamed = names.flatMap((name, index) =>
    name === "" ? [`${path}[${index}].name: invalid empty name ""`] : [],
  );
  return [...repeatedValues(names, path, "name"), ...unnamed];
}

function repeatedValues(values: readonly string[], path: string, field: string): string[] {
  return repeatIndexes(values).map(
    (index) => `${path}[${index}].${field}: duplicate ${field} ${goQuote(values[index] ?? "")}`,
  );
}

function containerWarnings(container: Container | EphemeralContainer, path: string): string[] {
  const { limits, requests } = container.resources ?? {};
  return [
    ...fractionalBytesWarnings(limits, `${path}.resources.limits`),
    ...fractionalBytesWarnings(requests, `${path}.resources.requests`),
    ...variableWarnings(container, `${path}.env`),
  ];
}

/** A variable that is set again and does not build on its former value. */
function variableWarnings({ env = [] }: Container | EphemeralContainer, path: string): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name, value = "", valueFrom }, index) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const reference = `$(${name})`;
    if (valueFrom === undefined && value !== reference && value.includes(reference)) return [];
    const advice = `hides previous definition of ${goQuote(name)}, which may be dropped when using apply`;
    return [`${path}[${index}]: ${advice}`];
  });
}
