/** Parts of shapes. `shape.ts` describes them. */

/** The scalar types that ownership distinguishes. `any` accepts all of them. */
export type ScalarForm = "text" | "number" | "boolean" | "any";

/** The forms that a value of a schema can have. Most shapes have one form. */
export interface Shape {
  readonly scalar?: ScalarForm | undefined;
  readonly list?: ListShape | undefined;
  readonly map?: MapShape | undefined;
}

/** How the fields of a list and of its items are owned. */
export interface ListShape {
  /**
   * Whether the list has one owner. Otherwise its items have separate owners, and are identified by `keys`, or by their
   * values if there are no keys.
   */
  readonly isAtomic: boolean;
  /** In the order of their names. */
  readonly keys: readonly KeyRule[];
  readonly items: Shape;
}

/** A key of list items. */
export interface KeyRule {
  readonly name: string;
  /** The value of the key in an item that does not contain it. */
  readonly default?: unknown;
}

/** A map or a struct. */
export interface MapShape {
  readonly isAtomic: boolean;
  /** In the order of their names. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** The shape of members that are not declared as fields. Absent if there are none. */
  readonly values?: Shape | undefined;
}

const noFieldShapes: ReadonlyMap<string, Shape> = new Map();

// Shapes are read at each step of a walk. They are classes, because V8 would create a new hidden
// class for each literal with getters. See docs/performance.md, "Optimizations": an apply to an object of 1 MB.

/** One or several forms of a value. */
export class ShapeNode implements Shape {
  readonly scalar: ScalarForm | undefined;
  readonly list: ListShape | undefined;
  readonly map: MapShape | undefined;

  constructor({ scalar, list, map }: Shape) {
    this.scalar = scalar;
    this.list = list;
    this.map = map;
  }
}

/** The members of a map or a struct. Their shapes are created on first use, because types can be recursive. */
export class LazyMapShape implements MapShape {
  readonly isAtomic: boolean;
  readonly #makeFields: () => ReadonlyMap<string, Shape>;
  readonly #makeValues: (() => Shape | undefined) | undefined;
  #fields: ReadonlyMap<string, Shape> | undefined;
  #values: Shape | undefined;

  constructor(isAtomic: boolean, fields: () => ReadonlyMap<string, Shape>, values?: () => Shape | undefined) {
    this.isAtomic = isAtomic;
    this.#makeFields = fields;
    this.#makeValues = values;
  }

  get fields(): ReadonlyMap<string, Shape> {
    this.#fields ??= this.#makeFields();
    return this.#fields;
  }

  get values(): Shape | undefined {
    this.#values ??= this.#makeValues?.();
    return this.#values;
  }
}

/** A list whose items get their shape on first use. */
export class LazyListShape implements ListShape {
  readonly isAtomic: boolean;
  readonly keys: readonly KeyRule[];
  readonly #makeItems: () => Shape;
  #items: Shape | undefined;

  constructor(isAtomic: boolean, keys: readonly KeyRule[], items: () => Shape) {
    this.isAtomic = isAtomic;
    this.keys = keys;
    this.#makeItems = items;
  }

  get items(): Shape {
    this.#items ??= this.#makeItems();
    return this.#items;
  }
}

/** Returns no fields. */
export const noFields = (): ReadonlyMap<string, Shape> => noFieldShapes;
const atomicList = new LazyListShape(true, [], () => atomicJson);

/** Any JSON, with one owner. */
export const atomicJson: Shape = new ShapeNode({
  scalar: "any",
  list: atomicList,
  map: new LazyMapShape(true, noFields, () => atomicJson),
});

/** Any JSON that the server interprets: objects are granular. */
export const granularJson: Shape = new ShapeNode({
  scalar: "any",
  list: atomicList,
  map: new LazyMapShape(false, noFields, () => granularJson),
});

/** Returns the items in the order of their names. */
export function sortedByName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}
