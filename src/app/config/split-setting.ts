import { splitOnce } from "../../base/split-once.ts";

/**
 * Splits one setting of a flag such as `--feature-gates`. Returns the name and the value without surrounding spaces.
 * The value is empty if there is no `=`.
 */
export function splitSetting(setting: string): readonly [name: string, value: string] {
  const [name, value = ""] = splitOnce(setting, "=");
  return [name.trim(), value.trim()];
}
