/** JSON bodies with values that JavaScript objects cannot represent: notations of numbers, and duplicate keys. */

/** A value whose JSON text is written as it is: `1.0`, `1e3`, `{"a":1,"a":2}`. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the JSON text of a value that may contain `JsonText`. Members that are undefined are left out. */
export function writeJsonText(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJsonText(member)}`).join(",")}}`;
}
