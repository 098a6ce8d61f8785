/**
 * A few lines on how two objects differ, for messages that refuse a change: the old value after a minus, the new one
 * after a plus, each with its path.
 */
import { isJsonObject } from "../../base/json-object.ts";
import { equalJson } from "../../base/json-tree.ts";

const changesMax = 10;
const valueLengthMax = 200;

/** @param path of the compared values, `spec` */
export function changeSummary(old: unknown, value: unknown, path: string): string {
  const changes = differences(old, value, path);
  const lines = changes
    .slice(0, changesMax)
    .flatMap((one) => [
      ...(one.old === undefined ? [] : [`- ${one.path}: ${shortJson(one.old)}`]),
      ...(one.value === undefined ? [] : [`+ ${one.path}: ${shortJson(one.value)}`]),
    ]);
  const rest = changes.length - changesMax;
  return [...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join("\n");
}

interface Difference {
  readonly path: string;
  readonly old: unknown;
  readonly value: unknown;
}

/** Lists of different length are one difference, like values that are no objects. */
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
