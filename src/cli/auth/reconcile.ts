/** `orch auth reconcile`: creates and updates roles and bindings, so that they grant what manifests describe. */
import { namespace as namespaceKind } from "../../api/core/v1/namespace.ts";
import { type Api, StatusError } from "../../client/index.ts";
import type { ReconcileOptions } from "../../meta/access/reconciliation.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, Writing } from "../context.ts";
import { Failures } from "../failures.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { Outcomes } from "../output/outcomes.ts";
import { printable } from "../screen/printable.ts";
import type { ManifestFileOptions } from "../selection/manifest-files.ts";
import { allManifestObjects, type ManifestObject } from "../selection/manifest-objects.ts";
import { findObject } from "../writes/find-object.ts";
import { writeOptions } from "../writes/write-options.ts";
import { type AccessObject, type AccessReconciliation, reconciliationFor } from "./access-reconciliation.ts";
import { reconciliationLines } from "./reconciliation-lines.ts";

/** Options of `orch auth reconcile`. */
export interface ReconcileCommand extends ManifestFileOptions, FormOptions {
  readonly removesExtraPermissions: boolean;
  readonly removesExtraSubjects: boolean;
  readonly dryRun: Writing["dryRun"];
}

/** Another client may create or delete the object between the steps of an attempt. */
const attemptsMax = 3;

/** Reconciles the roles and bindings. Other objects are skipped. @returns the exit code @throws CommandError */
export async function reconcile(command: ReconcileCommand, context: ClientContext): Promise<number> {
  const { terminal } = context;
  const form = await readForm(command, terminal);
  const found = (await allManifestObjects(command, context)).flatMap((manifest) => {
    const compare = reconciliationFor(manifest, context.vocabulary);
    return compare ? [{ manifest, compare }] : [];
  });
  const failures = new Failures(terminal);
  const outcomes = new Outcomes(terminal, { ...command, form, objects: found.length });
  for (const { manifest, compare } of found) {
    try {
      const result = await reconcileOne(manifest, { compare, command, context, attempt: 1 });
      outcomes.print(manifest.type, result.object, "reconciled");
      const lines = reconciliationLines(result, { ...command, vocabulary: context.vocabulary });
      terminal.error(lines.map((line) => `${printable(line)}\n`).join(""));
    } catch (error) {
      failures.report(error, manifest.title);
    }
  }
  outcomes.end();
  return failures.exitCode;
}

interface ReconcileRun {
  readonly compare: ReturnType<typeof reconciliationFor> & {};
  readonly command: ReconcileCommand;
  readonly context: ClientContext;
  readonly attempt: number;
}

async function reconcileOne(manifest: ManifestObject, run: ReconcileRun): Promise<AccessReconciliation> {
  const { command, context, attempt } = run;
  const stored = (await findObject(manifest.api, manifest.name, context.signal)) as AccessObject | undefined;
  const result = run.compare(stored, optionsOf(command, context));
  if (result.isProtected || command.dryRun === "client") return result;
  try {
    return { ...result, object: await write(manifest.api, result, run) };
  } catch (error) {
    if (!isRace(error) || attempt === attemptsMax) throw error;
    return await reconcileOne(manifest, { ...run, attempt: attempt + 1 });
  }
}

function optionsOf(
  { removesExtraPermissions, removesExtraSubjects }: ReconcileCommand,
  { vocabulary }: ClientContext,
): { readonly roles: ReconcileOptions; readonly bindings: ReconcileOptions } {
  return {
    roles: { vocabulary, removesExtra: removesExtraPermissions },
    bindings: { vocabulary, removesExtra: removesExtraSubjects },
  };
}

/** Whether the object was created, deleted or replaced since it was read. */
function isRace(error: unknown): boolean {
  return error instanceof StatusError && (error.reason === "AlreadyExists" || error.reason === "NotFound");
}

async function write(
  api: Api,
  { operation, object, storedUid }: AccessReconciliation,
  { command, context }: ReconcileRun,
): Promise<ApiObject> {
  const options = writeOptions({ ...command, fieldManager: "orch", fieldValidation: "Strict" }, context);
  const { name = "" } = object.metadata;
  switch (operation) {
    case "none":
      return object;
    case "update":
      return await api.update(object, options);
    case "recreate":
      await api.delete(name, {
        dryRun: options.dryRun ?? false,
        preconditions: { uid: storedUid },
        signal: context.signal,
      });
      // A dry run has deleted nothing, so that the creation would fail.
      return options.dryRun ? object : await api.create(object, options);
    case "create":
      await createNamespace(api.namespace, { command, context });
      return await api.create(object, options);
  }
}

/** Creates the namespace if it does not exist. Without permissions for that, the creation of the object decides. */
async function createNamespace(
  name: string,
  { command, context }: Pick<ReconcileRun, "command" | "context">,
): Promise<void> {
  if (name === "" || command.dryRun !== "none") return;
  const namespaces = context.client.api(namespaceKind);
  const { signal } = context;
  try {
    await namespaces.get(name, { signal });
  } catch (error) {
    if (!isOneOf(error, ["NotFound", "Forbidden"])) throw error;
    try {
      await namespaces.create({ metadata: { name } }, { signal });
    } catch (creationError) {
      if (!isOneOf(creationError, ["AlreadyExists", "Forbidden"])) throw creationError;
    }
  }
}

function isOneOf(error: unknown, reasons: readonly string[]): boolean {
  return error instanceof StatusError && error.reason !== undefined && reasons.includes(error.reason);
}
