/** An object that leaves fields open, and what they are given. */
export interface Defaulted {
  /** Version and kind. */
  readonly of: string;
  /** What is left open. */
  readonly what: string;
  /** The name is `it` unless it says otherwise. */
  readonly sent: { readonly metadata?: object; readonly spec?: object; readonly [field: string]: unknown };
  /** Sent to a subresource of the object after that, as a merge patch; its answer is looked at. */
  readonly afterwards?: readonly [subresource: string, change: object];
  /** By path; a number is an index. */
  readonly given: Readonly<Record<string, unknown>>;
}
