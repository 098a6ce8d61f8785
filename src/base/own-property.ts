/** Writing keys that come from outside. */

/** Sets `name` as a plain member, also where assignment would mean something else (`__proto__`). */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}
