/**
 * A short description of the differences between two values, for errors about changes. Each line has a path, with a
 * minus before the old value and a plus before the new one.
 */
import { isJsonObject } from "../../base/json-object.ts";
import { equalJson } from "../../base/json-tree.ts";

const changesMax = 10;
const valueLengthMax = 200;

/**
 * Returns the description.
 * @param path of both values, such as `spec`
 */
export function changeSummary(old: unknown, value: unknown, path: string): string {
  const changes = differences(old, value, path);
  const lines = changes
    .slice(0, changesMax)
    .flatMap((one) => [
      ...(one.old === undefined ? [] : [`- ${one.path}: ${shortJson(one.old)}`]),
      ...(one.value === undefined ? [] : [`+ ${one.path}: ${shortJson(one.value)}`]),
    ]);
  const hiddenCount = changes.length - changesMax;
  return [...lines, ...(hiddenCount > 0 ? [`  and ${hiddenCount} more`] : [])].join("\n");
}

interface Difference {
  readonly path: string;
  readonly old: unknown;
  readonly value: unknown;
}

/** Returns the differences. Lists of different length count as a single difference. */
function differences(old: unknown, value: unknown, path: string): Difference[] {
  if (equalJson(old ?? null, value ?? null)) return [];
  if (isJsonObject(old) && isJsonObject(value)) {
    const names = [...new Set([...Object.keys(old), ...Object.keys(value)])];
    return names.flatMap((name) => differences(old[name], value[name], `${path}.${name}`));
  }
  if (Array.isArray(old) && Array.isArray(value) && old.length === value.length) {
    return old.flatMap((one, index) => differences(one, value[index], `${path}[${index}]`));
  }
  return [{ path, old, value }];
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? one.toString() : one)) ?? "null";
  return text.length <= valueLengthMax ? text : `${text.slice(0, valueLengthMax)}…`;
}
