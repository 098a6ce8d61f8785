/** Reading and writing by keys that come from outside. */

/** The member `name`, and nothing that every object inherits (`constructor`). */
export function getOwn<T>(source: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return source !== undefined && Object.hasOwn(source, name) ? source[name] : undefined;
}

/** Sets `name` as a plain member, also where assignment would mean something else (`__proto__`). */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}
