/** POST on a collection. */
import { createObject } from "../../registry/index.ts";
import { ownedWrite } from "../field-owners/owned-write.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { writeObject } from "../output/write-object.ts";
import type { VerbHandler } from "../served/resource-table.ts";
import { answerRules } from "./endpoint-rules.ts";
import { readNewObject } from "./new-object.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, documentOf, namespaceOf } from "./target.ts";

export function create(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint } = request;
    const { resource } = endpoint;
    const output = negotiateOutput(call, answerRules(endpoint));
    const { object, dryRun } = await readNewObject(request, services, {
      own: (made, options) =>
        services.owners.record(endpoint, made, ownedWrite(call, services, { old: undefined, options })),
    });
    const stored = await createObject(resource, {
      object: endpoint.view?.absorb(object, undefined) ?? object,
      namespace: namespaceOf(request),
      served: endpoint.served,
      dryRun,
      user: call.user,
      rules: endpoint.view?.rules,
      warn: (message) => call.warn(message),
      check: (made) =>
        services.admission.validate(
          admissionRequest(request, "CREATE", { object: () => documentOf(endpoint, made.object), dryRun }),
        ),
    });
    await writeObject(call, { shape: endpoint.shape, object: stored, status: 201, output }, services.compressed);
  };
}
