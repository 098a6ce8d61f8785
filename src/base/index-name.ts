/** Whether JavaScript takes a name for an index: it enumerates such members of an object first, in the order of numbers. */
export function isIndex(name: string | undefined): boolean {
  return name !== undefined && /^(0|[1-9]\d{0,9})$/.test(name);
}
