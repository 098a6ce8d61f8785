/** `orch explain`: explains types and fields by the server's OpenAPI v3 documents. */
import { formatGroupVersion, parseGroupVersion } from "../../meta/group-version.ts";
import type { ClientContext } from "../context.ts";
import { type ExplanationOptions, explanation } from "../explain/explanation.ts";
import { loadSchemas } from "../explain/load-schemas.ts";
import { printable } from "../screen/printable.ts";
import { CommandError, CommandUsageError, exitCodes } from "../terminal.ts";
import { findType, typeNamed } from "../types/find-type.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";

/** Options of `orch explain`. */
export interface ExplainCommand {
  /** Exactly one argument, such as `pods.spec.containers`. */
  readonly words: readonly string[];
  readonly recursive: boolean;
  /** `apps/v1`. Undefined: the preferred version. */
  readonly apiVersion: string | undefined;
}

const columnsMax = 100;
const columnsDefault = 80;

/** Prints the explanation. @returns the exit code @throws CommandError for an unknown type or field */
export async function explain(command: ExplainCommand, { client, terminal, signal }: ClientContext): Promise<number> {
  const [word, ...more] = command.words;
  if (word === undefined || more.length > 0) {
    throw new CommandUsageError("one type or field is required, such as pods or pods.spec.containers");
  }
  const types = typesIn(await loadTypes(client, signal), command.apiVersion);
  const options: ExplanationOptions = {
    isRecursive: command.recursive,
    paint: terminal.paint,
    columns: Math.min(terminal.columns ?? columnsDefault, columnsMax),
  };
  const readings = readingsOf(word, types);
  let firstFault: CommandError | undefined;
  for (const { type, path } of readings) {
    const schemas = await loadSchemas(client, type, signal);
    const schema = schemas.ofKind(type);
    if (!schema)
      throw new CommandError(`the server has no OpenAPI document for ${type.kind} in ${formatGroupVersion(type)}`);
    try {
      const lines = explanation(schemas, { ...type, schema, path }, options);
      terminal.out(printable(`${lines.join("\n").trimEnd()}\n`));
      return exitCodes.fine;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      firstFault ??= error;
    }
  }
  throw firstFault ?? new CommandError(`${word} names no type`);
}

/** Returns the types of a group version. @throws CommandError if the server does not serve it */
function typesIn(types: readonly ServedType[], apiVersion: string | undefined): readonly ServedType[] {
  if (apiVersion === undefined) return types;
  const version = parseGroupVersion(apiVersion);
  const found = types.filter((type) => type.group === version?.group && type.version === version.version);
  if (found.length > 0) return found;
  throw new CommandError(
    `--api-version: the server has no ${JSON.stringify(apiVersion)}; use GROUP/VERSION, such as apps/v1`,
  );
}

interface Reading {
  readonly type: ServedType;
  readonly path: readonly string[];
}

/**
 * Returns all interpretations of the argument: the part after a dot may be a group or a field, as in
 * `deployments.apps.spec`. @throws CommandError if there are none
 */
function readingsOf(word: string, types: readonly ServedType[]): readonly Reading[] {
  const parts = word.split(".").filter((part) => part !== "");
  const readings = parts.flatMap((_, index) => {
    const type = findType(types, parts.slice(0, index + 1).join("."));
    return type ? [{ type, path: parts.slice(index + 1) }] : [];
  });
  return readings.length > 0 ? readings : [{ type: typeNamed(types, parts[0] ?? ""), path: [] }];
}
