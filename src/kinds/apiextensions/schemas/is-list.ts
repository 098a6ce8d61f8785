/** Whether the value is a list. Unlike `Array.isArray`, it knows lists that must not be changed. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value);
}
