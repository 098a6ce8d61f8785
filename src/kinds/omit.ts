/** Returns a copy without the named members. */
export function omit<T extends object, K extends keyof T & string>(object: T, ...names: readonly K[]): Omit<T, K> {
  const dropped: readonly string[] = names;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !dropped.includes(name))) as Omit<T, K>;
}
