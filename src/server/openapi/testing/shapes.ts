/** Checks of JSON values. A member that a shape does not name is an error. */

/** Returns the errors of a value. Each error begins with the path of the value. */
export type Shape = (value: unknown, path: string) => readonly string[];

function shapeError(path: string, expected: string, value: unknown): readonly string[] {
  return [`${path}: ${expected} expected, found ${JSON.stringify(value)?.slice(0, 80)}`];
}

/** Accepts strings. */
export const anyString: Shape = (value, path) => (typeof value === "string" ? [] : shapeError(path, "a text", value));
/** Accepts booleans. */
export const anyBoolean: Shape = (value, path) =>
  typeof value === "boolean" ? [] : shapeError(path, "a boolean", value);
/** Accepts any value. */
export const anything: Shape = () => [];

/** Accepts strings that match the pattern. */
export function stringMatching(pattern: RegExp): Shape {
  return (value, path) =>
    typeof value === "string" && pattern.test(value) ? [] : shapeError(path, `a text like ${pattern}`, value);
}

/** Accepts arrays with at least `atLeast` items, whose items have the shape. */
export function listOf(item: Shape, { atLeast = 0 } = {}): Shape {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < atLeast) return shapeError(path, `a list of ${atLeast} or more`, value);
    return value.flatMap((one, index) => item(one, `${path}[${index}]`));
  };
}

/** Accepts non-empty arrays without duplicates, whose items have the shape. */
export function distinctListOf(item: Shape): Shape {
  return (value, path) => {
    const faults = listOf(item, { atLeast: 1 })(value, path);
    const isDistinct = new Set(value as readonly unknown[]).size === (value as readonly unknown[]).length;
    return [...faults, ...(isDistinct ? [] : shapeError(path, "distinct items", value))];
  };
}

/**
 * Accepts objects with at least `atLeast` members, whose names match `key` and whose values have the shape `member`.
 */
export function mapOf(key: RegExp, member: Shape, { atLeast = 0 } = {}): Shape {
  return (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return shapeError(path, "an object", value);
    const entries = Object.entries(value);
    return [
      ...(entries.length < atLeast ? shapeError(path, `${atLeast} members or more`, value) : []),
      ...entries.flatMap(([name, one]) =>
        key.test(name) ? member(one, `${path}.${name}`) : shapeError(`${path}.${name}`, `a name like ${key}`, name),
      ),
    ];
  };
}

/** Members of an object. */
export interface ObjectShape {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
  /** Whether further members are allowed if their names begin with `x-`. */
  readonly extensible?: boolean;
}

/** Accepts objects with these members. */
export function objectOf({ required = {}, optional = {}, extensible = false }: ObjectShape): Shape {
  return (value, path) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return shapeError(path, "an object", value);
    const members = Object.entries(value);
    const missing = Object.keys(required).filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.map((name) => `${path}.${name}: missing`),
      ...members.flatMap(([name, one]) => {
        const shape = required[name] ?? optional[name];
        if (shape) return shape(one, `${path}.${name}`);
        return extensible && name.startsWith("x-") ? [] : [`${path}.${name}: there is no such member`];
      }),
    ];
  };
}

/** Accepts objects by the first choice whose condition is true. */
export function firstMatching(...choices: readonly (readonly [(value: object) => boolean, Shape])[]): Shape {
  return (value, path) => {
    if (typeof value !== "object" || value === null) return shapeError(path, "an object", value);
    const chosen = choices.find(([holds]) => holds(value));
    return chosen ? chosen[1](value, path) : shapeError(path, "one of several objects", value);
  };
}
