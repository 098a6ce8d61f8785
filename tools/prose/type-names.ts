/** Checks that no two exported types share a name, so that a name means one thing in the whole project. */
import { exportedDeclarations } from "./declarations.ts";
import type { Violation } from "./docstrings.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Returns a violation for each exported class, interface, type or enum whose name another file uses for another one.
 *
 * The pages of `src/api/<group>/<version>/` may share names with each other: the API fixes these names, and group and
 * version tell them apart. No type outside these pages may have the name of a type of the API.
 */
export function sharedTypeNames(files: readonly SourceFile[]): Violation[] {
  const types = files.flatMap(({ path, content }) =>
    exportedDeclarations(content)
      .filter(({ type }) => type === "class" || type === "interface" || type === "type" || type === "enum")
      .map(({ name, line }) => ({ file: path, line, name, isOfApi: /^src\/api\/\w+\/v\w+\//.test(path) })),
  );
  return types.flatMap((type) => {
    if (type.isOfApi) return [];
    const other = types.find(
      ({ name, file, line }) => name === type.name && (file !== type.file || line !== type.line),
    );
    if (!other) return [];
    const text = `${type.name}: ${other.file}:${other.line} exports another type of this name; rename one of them`;
    return { file: type.file, line: type.line, text };
  });
}
