/** POST on a collection. */
import { createObject } from "../../registry/index.ts";
import { managedWrite } from "../field-owners/managed-write.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { writeObject } from "../output/write-object.ts";
import type { StoredEndpoint, VerbHandler } from "../served/endpoint.ts";
import { admissionRequest } from "./admission-request.ts";
import { outputRules } from "./endpoint-rules.ts";
import { readNewObject } from "./new-object.ts";
import type { VerbServices } from "./services.ts";
import { settled } from "./settle-conversions.ts";
import { documentOf, namespaceOf } from "./target.ts";

/** Returns the handler of POST on a collection of stored objects. */
export function create(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint } = request;
    const { resource } = endpoint;
    const output = negotiateOutput(call, outputRules(endpoint));
    const { object, sentName, dryRun } = await readNewObject(request, services, {
      recordOwners: (object, options) =>
        settled(endpoint, () =>
          services.owners.record(endpoint, object, managedWrite(call, services, { old: undefined, options })),
        ),
    });
    const { conversion } = endpoint;
    const stored = await createObject(resource, {
      object: conversion ? await settled(endpoint, () => conversion.toStored(object, undefined)) : object,
      namespace: namespaceOf(request),
      served: endpoint.resourceKind,
      dryRun,
      user: call.user,
      timeStore: call.timeStore,
      rules: conversion?.rules,
      warn: (message) => call.warn(message),
      check: async (written) => {
        const state = { object: (target: StoredEndpoint) => documentOf(target, written.object), sentName, dryRun };
        await services.admission.validate(admissionRequest(request, services, "CREATE", state));
      },
    });
    await writeObject(
      call,
      { documentType: endpoint.documentType, object: stored, status: 201, output },
      { compressed: services.compressed },
    );
  };
}
