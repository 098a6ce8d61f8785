/** `metadata.managedFields` in a form that a test can write by hand: who, and the paths of the fields that are theirs. */

/** What this looks at of an entry. */
interface Entry {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly fieldsV1?: object;
}

/** `kubectl Apply`, or `kubectl Update scale` for a subresource; and paths as conflicts show them. */
export type Owner = readonly [who: string, paths: readonly string[]];

/** In the order in which they stand in the object. */
export function ownersOf(object: { readonly metadata?: { readonly managedFields?: readonly Entry[] } }): Owner[] {
  return (object.metadata?.managedFields ?? []).map((entry) => [
    [entry.manager, entry.operation, entry.subresource].filter((word) => word !== undefined).join(" "),
    [...pathsIn(entry.fieldsV1 ?? {}, "")],
  ]);
}

/** A field that is owned together with some below it holds an entry `.`. */
function* pathsIn(fields: object, path: string): Generator<string> {
  const below = Object.entries(fields);
  if (below.length === 0) yield path;
  for (const [step, inner] of below) {
    if (step === ".") yield path;
    else yield* pathsIn(inner as object, `${path}${showStep(step)}`);
  }
}

function showStep(step: string): string {
  const text = step.slice(2);
  if (step.startsWith("f:")) return `.${text}`;
  if (!step.startsWith("k:")) return `[=${text}]`;
  const keys = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
}
