/** Rules of the names of environment variables, and of the prefixes for imported variables. */
import type { PodSpec } from "../../../api/index.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { previousValue } from "../../previous-value.ts";
import { reportFormat } from "../../reporting.ts";
import { placedContainers } from "./containers.ts";

/**
 * Reports invalid names.
 * @param context at the Pod's spec
 */
export function reportVariableNames(spec: PodSpec, context: ValidationContext): void {
  const names = placedNames(spec);
  if (names.length === 0) return;
  const format = allowsRelaxedNames(names, context) ? "relaxedEnvVarName" : "envVarName";
  for (const { name, part } of names) reportFormat(context, part, format, name);
}

interface PlacedName {
  readonly name: string;
  /** Path from the Pod's spec. */
  readonly part: string;
}

function placedNames(spec: PodSpec): readonly PlacedName[] {
  const names: PlacedName[] = [];
  for (const { container, part } of placedContainers(spec)) {
    (container.env ?? []).forEach(({ name }, index) => {
      names.push({ name, part: `${part}.env[${index}].name` });
    });
    (container.envFrom ?? []).forEach(({ prefix = "" }, index) => {
      names.push({ name: prefix, part: `${part}.envFrom[${index}].prefix` });
    });
  }
  return names.filter(({ name }) => name !== "");
}

/**
 * Whether names may have any printable characters but `=`: with the feature, or if a name of the stored spec that is
 * kept has such characters.
 */
function allowsRelaxedNames(names: readonly PlacedName[], context: ValidationContext): boolean {
  if (context.write.isEnabled("RelaxedEnvironmentVariableValidation")) return true;
  const former = previousValue<PodSpec>(context);
  if (!former) return false;
  const known = new Set(placedNames(former).map(({ name }) => name));
  return names.some(({ name }) => known.has(name) && isRelaxed(name));
}

function isRelaxed(name: string): boolean {
  return checkFormat("envVarName", name).length > 0 && checkFormat("relaxedEnvVarName", name).length === 0;
}
