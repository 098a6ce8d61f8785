/** Returns the type of a JSON value as the reference's messages name it. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "number";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
    case "symbol":
      return "number";
    default:
      return typeof value;
  }
}
