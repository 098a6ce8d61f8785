/** `orch patch`: changes an object by a patch. */

import { type Api, type PatchType, StatusError } from "../../client/index.ts";
import { DecodeError, parseYaml } from "../../codec/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, Writing } from "../context.ts";
import { loadSchemas } from "../explain/load-schemas.ts";
import { mergeSchema } from "../explain/merge-schema.ts";
import { Failures } from "../failures.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { objectTitle } from "../output/objects.ts";
import { Outcomes } from "../output/outcomes.ts";
import { readTextFile } from "../selection/manifest-files.ts";
import { checkIsNamed, missingObjectError, type SelectOptions, selectObjects } from "../selection/selected.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";
import { applyPatchLocally } from "../writes/dry-run.ts";
import { hasChanged } from "../writes/has-changed.ts";
import { writeOptions } from "../writes/write-options.ts";

/** Options of `orch patch`. */
export interface PatchCommand extends SelectOptions, Writing, FormOptions {
  readonly patch: string | undefined;
  readonly patchFile: string | undefined;
  readonly type: PatchType;
  readonly subresource: string | undefined;
}

/** Patches the objects. @returns the exit code: 1 if an object could not be patched @throws CommandError */
export async function patch(command: PatchCommand, context: ClientContext): Promise<number> {
  const form = await readForm(command, context.terminal);
  const change = await readPatch(command, context);
  checkIsNamed(command);
  const selected = await selectObjects(command, context);
  const objects = selected.flatMap(({ names, ...rest }) => names.map((name) => ({ ...rest, name })));
  if (objects.length === 0) throw missingObjectError();
  const failures = new Failures(context.terminal);
  const outcomes = new Outcomes(context.terminal, { ...command, form, objects: objects.length });
  for (const { api, type, name } of objects) {
    try {
      const before = await api.get(name, { signal: context.signal });
      const after = await patched(before, change, { api, command, context });
      outcomes.print(type, after, hasChanged(before, after, command) ? "patched" : "unchanged");
    } catch (error) {
      failures.report(withExplanation(error), objectTitle(type, name));
    }
  }
  outcomes.end();
  return failures.exitCode;
}

interface Patching {
  readonly api: Api;
  readonly command: PatchCommand;
  readonly context: ClientContext;
}

async function patched(before: ApiObject, change: unknown, { api, command, context }: Patching): Promise<ApiObject> {
  const { type, subresource, dryRun } = command;
  const { name = "" } = before.metadata;
  if (dryRun !== "client") {
    const options = { ...writeOptions(command, context), ...(subresource === undefined ? {} : { subresource }) };
    return await api.patch(name, type, change, options);
  }
  const { signal } = context;
  const object =
    subresource === undefined ? before : await api.getSubresource<ApiObject>(name, subresource, { signal });
  if (type !== "strategic") return applyPatchLocally(object, change, type);
  const version = parseGroupVersion(object.apiVersion) ?? api.type;
  const schemas = await loadSchemas(context.client, version, signal);
  const schema = schemas.ofKind({ group: version.group, version: version.version, kind: object.kind });
  if (!schema)
    throw new CommandError(`the server does not declare how lists of ${object.kind} merge; use --type=merge`);
  return applyPatchLocally(object, change, { strategic: mergeSchema(schemas, schema) });
}

/** The server's message about a patch whose operations fail. It does not contain the reason. */
const unexplainedMessage = "the server rejected our request due to an error in our request";

/** Replaces the server's message about a patch whose operations fail. */
function withExplanation(error: unknown): unknown {
  if (!(error instanceof StatusError) || error.code !== 422 || error.message !== unexplainedMessage) return error;
  const why = "the patch does not apply: one of its paths does not exist, or a test operation failed";
  return new CommandError(why, { cause: error });
}

/**
 * Reads the patch from its flag or file. @throws CommandError if there is none, there are two, or it does not match the
 * patch type
 */
async function readPatch(command: PatchCommand, { terminal }: ClientContext): Promise<unknown> {
  const { patch: inlinePatch, patchFile, type } = command;
  if (inlinePatch === undefined && patchFile === undefined) {
    throw new CommandUsageError("a patch is required: -p PATCH or --patch-file=FILE");
  }
  if (inlinePatch !== undefined && patchFile !== undefined) {
    throw new CommandUsageError("--patch and --patch-file are both set; remove one of them");
  }
  const [text, origin] =
    patchFile === undefined ? [inlinePatch ?? "", "--patch"] : [await readTextFile(patchFile, terminal), patchFile];
  const value = await parsed(text, origin);
  if (type === "json" && !Array.isArray(value)) {
    throw new CommandUsageError(
      `${origin}: a patch of type json must be a list of operations, such as [{"op": "remove", "path": "/spec/paused"}]`,
    );
  }
  if (type !== "json" && (typeof value !== "object" || value === null || Array.isArray(value))) {
    const hint = Array.isArray(value) ? "; a list of operations is a patch of --type=json" : "";
    throw new CommandUsageError(
      `${origin}: a patch of type ${type} must be an object, such as {"data": {"colour": "blue"}}${hint}`,
    );
  }
  return value;
}

async function parsed(text: string, origin: string): Promise<unknown> {
  try {
    const { value, duplicates } = await parseYaml(Buffer.from(text));
    const [repeated] = duplicates;
    if (repeated !== undefined) throw new CommandUsageError(`${origin}: ${repeated}; remove one of them`);
    return value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new CommandUsageError(`${origin}: ${error.message}`, { cause: error });
  }
}
