/** Access to members of objects whose names come from clients. */

/** Returns the object's own member `name`. Ignores inherited members such as `constructor`. */
export function getOwn<T>(source: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return source !== undefined && Object.hasOwn(source, name) ? source[name] : undefined;
}

/** Sets `name` as an ordinary member, even if its name is `__proto__`. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}
