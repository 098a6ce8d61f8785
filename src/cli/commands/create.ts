/** `orch create`: creates objects from manifests, or from a type and a name. */
import type { NewObject } from "../../client/index.ts";
import type { Tree } from "../../manifests/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, Writing } from "../context.ts";
import { Failures } from "../failures.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { objectTitle } from "../output/objects.ts";
import { Outcomes } from "../output/outcomes.ts";
import { accessObject, rolesGroup } from "../roles/access-object.ts";
import { type AccessRequest, isRoleRequest } from "../roles/access-request.ts";
import { unusualVerbs } from "../roles/role-rules.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { printable } from "../screen/printable.ts";
import { allManifestObjects, type ManifestObject } from "../selection/manifest-objects.ts";
import type { SelectOptions } from "../selection/selected.ts";
import { readTarget } from "../selection/targets.ts";
import { CommandUsageError } from "../terminal.ts";
import { typeOfObject } from "../types/find-type.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";
import { objectToSend } from "../writes/dry-run.ts";
import { writeOptions } from "../writes/write-options.ts";

/** Options of `orch create`. */
export interface CreateCommand extends SelectOptions, Writing, FormOptions {
  /** The role or binding to create. Undefined: the objects of the words or of manifests. */
  readonly access?: AccessRequest | undefined;
}

type Creation = Pick<ManifestObject, "title" | "type" | "api"> & { readonly object: Tree };

/** Creates the objects. @returns the exit code: 1 if an object could not be created @throws CommandError */
export async function create(command: CreateCommand, context: ClientContext): Promise<number> {
  const form = await readForm(command, context.terminal);
  const creations = await creationsOf(command, context);
  const failures = new Failures(context.terminal);
  const outcomes = new Outcomes(context.terminal, { ...command, form, objects: creations.length });
  const make = async ({ object, ...sending }: Creation): Promise<ApiObject> => {
    if (command.dryRun === "client") return objectToSend(object, sending);
    return await sending.api.create(object as NewObject<ApiObject>, writeOptions(command, context));
  };
  for await (const { item, ...outcome } of runConcurrently(creations, ({ type }) => type, make)) {
    if ("error" in outcome) failures.report(outcome.error, item.title);
    else outcomes.print(item.type, outcome.result, "created");
  }
  outcomes.end();
  return failures.exitCode;
}

async function creationsOf(command: CreateCommand, context: ClientContext): Promise<readonly Creation[]> {
  const { words, files, access } = command;
  if (words.length === 0) return await allManifestObjects(command, context);
  if (files.length > 0) throw new CommandUsageError(`-f selects what is created; remove ${words.join(" ")}`);
  const { client, namespace, signal } = context;
  const types = await loadTypes(client, signal);
  const { type, name, object } = access ? accessCreation(access, types, context) : plainCreation(words, types);
  const api = client.resource(type, type.namespaced ? namespace : "");
  return [{ title: objectTitle(type, name), type, api, object }];
}

type SingleCreation = Pick<Creation, "type" | "object"> & { readonly name: string };

function plainCreation(words: readonly string[], types: readonly ServedType[]): SingleCreation {
  const { type, name } = readTarget(words, types);
  return { type, name, object: { metadata: { name } } };
}

function accessCreation(
  access: AccessRequest,
  types: readonly ServedType[],
  { vocabulary, terminal }: Pick<ClientContext, "vocabulary" | "terminal">,
): SingleCreation {
  for (const verb of isRoleRequest(access) ? unusualVerbs(access) : []) {
    const warning = printable(`'${verb}' is not a standard resource verb`);
    terminal.error(`${terminal.paint("yellow", "warning:")} ${warning}\n`);
  }
  const { kind, name } = access;
  const type = typeOfObject(types, { group: vocabulary.bind(rolesGroup), version: "v1", kind });
  return { type, name, object: accessObject(access, { types, vocabulary }) };
}
