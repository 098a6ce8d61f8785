/** Prints of Go structs, composed of the prints of their members. */

/**
 * Returns the print of a struct: `pkg.Type{A:1, B:"x"}`.
 * @param members the print of each member, in the order of the Go type
 */
export function goStruct(type: string, members: Readonly<Record<string, string>>): string {
  const texts = Object.entries(members).map(([name, print]) => `${name}:${print}`);
  return `${type}{${texts.join(", ")}}`;
}

/**
 * Returns the print of a list: `[]pkg.Type{..., ...}`; nil if it is empty.
 * @param type Go type of the items
 * @param items the print of each item
 */
export function goList(type: string, items: readonly string[]): string {
  return items.length === 0 ? `[]${type}(nil)` : `[]${type}{${items.join(", ")}}`;
}

/**
 * Returns the print of a list of structs; nil if it is empty.
 * @param membersOf returns the prints of a struct's members
 */
export function goStructList<T>(
  type: string,
  items: readonly T[],
  membersOf: (item: T) => Readonly<Record<string, string>>,
): string {
  return goList(
    type,
    items.map((item) => goStruct(type, membersOf(item))),
  );
}

/**
 * Returns the print of a pointer inside a struct. Every set pointer prints the same fixed address, because real
 * addresses differ in each process.
 */
export function goPointer(type: string, isSet: boolean): string {
  return `(*${type})(${isSet ? "0xc000000000" : "nil"})`;
}
