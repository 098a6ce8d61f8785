/** Paths of schemas. The text of a path is built only for an error, because most schemas are valid. */

/** A path that shares its beginning with the paths of the schemas around it. */
export class SchemaPath {
  readonly #parent: SchemaPath | undefined;
  readonly #part: string;
  /** Which of the properties it is, if the last part is the name of one. */
  readonly #key: string | undefined;

  private constructor(parent: SchemaPath | undefined, part: string, key?: string) {
    this.#parent = parent;
    this.#part = part;
    this.#key = key;
  }

  /** Returns the path of the outermost schema. */
  static root(path: string): SchemaPath {
    return new SchemaPath(undefined, path);
  }

  /** Returns the path of a member: `a.items` in `a`. */
  child(member: string): SchemaPath {
    return new SchemaPath(this, member);
  }

  /** Returns the path of a schema with a name: `a.properties[b]` in `a`. */
  entry(member: string, key: string): SchemaPath {
    return new SchemaPath(this, member, key);
  }

  /** Returns the path of an item: `a.allOf[0]` in `a`. */
  item(member: string, index: number): SchemaPath {
    return new SchemaPath(this, member, String(index));
  }

  toString(): string {
    const parts = [this.#text()];
    for (let path = this.#parent; path; path = path.#parent) parts.push(path.#text());
    return parts.toReversed().join(".");
  }

  #text(): string {
    return this.#key === undefined ? this.#part : `${this.#part}[${this.#key}]`;
  }
}
