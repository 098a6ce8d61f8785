/** An object that omits fields, and the default values that the server sets. */
export interface DefaultsRow {
  /** Version and kind, such as `v1 Service`. */
  readonly versionAndKind: string;
  /** The omitted fields, as the end of the test's title. */
  readonly title: string;
  /** Object to create. Without a name it is called `it`. */
  readonly manifest: { readonly metadata?: object; readonly spec?: object; readonly [field: string]: unknown };
  /**
   * Merge patch for a subresource of the created object. The defaults are then expected in the response to the patch.
   */
  readonly subresourcePatch?: readonly [subresource: string, change: object];
  /** Expected values by path. A number in a path is a list index. */
  readonly expectedDefaults: Readonly<Record<string, unknown>>;
}
