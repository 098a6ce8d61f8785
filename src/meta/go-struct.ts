/** Values of structs as Go prints them, put together of prints of their members. */

/** `pkg.Type{A:1, B:"x"}`. @param members prints, in the order of the type */
export function goStruct(type: string, members: Readonly<Record<string, string>>): string {
  const texts = Object.entries(members).map(([name, print]) => `${name}:${print}`);
  return `${type}{${texts.join(", ")}}`;
}

/** `[]pkg.Type{..., ...}`. @param type of the items */
export function goList(type: string, items: readonly string[]): string {
  return items.length === 0 ? `[]${type}(nil)` : `[]${type}{${items.join(", ")}}`;
}

/** A list of structs, nil if it is empty. @param membersOf returns the members of a struct as they print */
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

/** A pointer within a struct. Where it points to means nothing to anybody, so every one that is set shows the same. */
export function goPointer(type: string, isSet: boolean): string {
  return `(*${type})(${isSet ? "0xc000000000" : "nil"})`;
}
