/** Splits one setting of a flag such as `--feature-gates`: returns the name and the value, without blanks around them. */
export function splitSetting(setting: string): readonly [name: string, value: string] {
  const [name = "", ...others] = setting.split("=");
  return [name.trim(), others.join("=").trim()];
}
