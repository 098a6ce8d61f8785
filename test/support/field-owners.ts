/** `metadata.managedFields` in a form that is easy to write in a test: each manager with the paths of its fields. */

/** Fields of a managedFields entry that the conversion reads. */
interface Entry {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly fieldsV1?: object;
}

/**
 * Manager and operation, such as `kubectl Apply` or `kubectl Update scale` for a subresource, and field paths in the
 * notation of conflict messages.
 */
export type OwnedPaths = readonly [who: string, paths: readonly string[]];

/** Returns the field managers of an object, in the order of its managedFields entries. */
export function ownersOf(object: { readonly metadata?: { readonly managedFields?: readonly Entry[] } }): OwnedPaths[] {
  return (object.metadata?.managedFields ?? []).map((entry) => [
    [entry.manager, entry.operation, entry.subresource].filter((word) => word !== undefined).join(" "),
    [...pathsIn(entry.fieldsV1 ?? {}, "")],
  ]);
}

/** Yields the path of each owned field. A member `.` means that the field above it is owned too. */
function* pathsIn(fields: object, path: string): Generator<string> {
  const below = Object.entries(fields);
  if (below.length === 0) yield path;
  for (const [step, inner] of below) {
    if (step === ".") yield path;
    else yield* pathsIn(inner as object, `${path}${formatStep(step)}`);
  }
}

function formatStep(step: string): string {
  const text = step.slice(2);
  if (step.startsWith("f:")) return `.${text}`;
  if (!step.startsWith("k:")) return `[=${text}]`;
  const keys = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
}
