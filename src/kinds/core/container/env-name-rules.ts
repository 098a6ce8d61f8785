/** Names of environment variables, and prefixes of those that are taken from elsewhere. */
import type { PodSpec } from "../../../api/index.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { formerValue } from "../../former.ts";
import { reportFormat } from "../../reporting.ts";
import { placedContainers } from "./containers.ts";

/** @param context stands at the Pod's spec */
export function reportVariableNames(spec: PodSpec, context: ValidationContext): void {
  const names = placedNames(spec);
  if (names.length === 0) return;
  const format = allowsRelaxedNames(names, context) ? "relaxedEnvVarName" : "envVarName";
  for (const { name, part } of names) reportFormat(context, part, format, name);
}

interface PlacedName {
  readonly name: string;
  /** Below the Pod's spec. */
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

/** The spec goes on as relaxed as it was: one such name that stays lets the others in. */
function allowsRelaxedNames(names: readonly PlacedName[], context: ValidationContext): boolean {
  if (context.write.isEnabled("RelaxedEnvironmentVariableValidation")) return true;
  const former = formerValue<PodSpec>(context);
  if (!former) return false;
  const known = new Set(placedNames(former).map(({ name }) => name));
  return names.some(({ name }) => known.has(name) && isRelaxed(name));
}

function isRelaxed(name: string): boolean {
  return checkFormat("envVarName", name).length > 0 && checkFormat("relaxedEnvVarName", name).length === 0;
}
