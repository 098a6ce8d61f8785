/**
 * Selects which controllers run. `*` selects all controllers that are on by default, `name` selects one, and `-name`
 * excludes one. Names take precedence over `*`.
 */
import type { ControllerName } from "./controller-spec.ts";

/**
 * Returns the selected controllers.
 * @param knownNames names that entries may contain, also of controllers that cannot run here; default: those of `specs`
 * @throws RangeError for an entry that names no controller
 */
export function selectControllers<C extends ControllerName>(
  entries: readonly string[],
  specs: readonly C[],
  knownNames: readonly ControllerName[] = specs,
): readonly C[] {
  for (const entry of entries) checkEntry(entry, knownNames);
  return specs.filter((spec) => isSelected(spec, entries));
}

function isSelected({ name, alias, isOffByDefault = false }: ControllerName, entries: readonly string[]): boolean {
  const isMeant = (entry: string): boolean => entry === name || entry === alias;
  const named = entries.find((entry) => isMeant(bareName(entry)));
  return named === undefined ? entries.includes("*") && !isOffByDefault : !named.startsWith("-");
}

function checkEntry(entry: string, specs: readonly ControllerName[]): void {
  const name = bareName(entry);
  if (entry === "*" || specs.some((spec) => spec.name === name || spec.alias === name)) return;
  const known = specs.map((spec) => spec.name).join(", ");
  throw new RangeError(`there is no controller ${JSON.stringify(name)}; there are ${known}`);
}

function bareName(entry: string): string {
  return entry.startsWith("-") ? entry.slice(1) : entry;
}
