/** PUT on one object, or on a subresource that is written as the whole object. */

import { cloneJson } from "../../base/json-tree.ts";
import { type UpdateRequest, updateObject } from "../../registry/index.ts";
import { bodyBytesMax, bodyLanguage } from "../body.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { writeObject } from "../output/write-object.ts";
import type { VerbHandler } from "../resource-table.ts";
import { authorizeCreation } from "./authorize-creation.ts";
import { decodeObject } from "./decode-object.ts";
import { expectedAt, objectRules, protobufAt } from "./endpoint-rules.ts";
import { ownedWrite } from "./owned-write.ts";
import { dedupeOwners } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, documentOf, matchName, matchNamespace, namespaceOf } from "./target.ts";
import { readWriteOptions } from "./write-options.ts";

export function update(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    const { resource, subresource } = endpoint;
    const warn = (message: string): void => call.warn(message);
    const output = negotiateOutput(call, objectRules(endpoint));
    const bytes = await call.exchange.readBody(bodyBytesMax);
    const options = readWriteOptions(call, "UpdateOptions", services.vocabulary);
    const { dryRun, fieldValidation } = options;
    const language = bodyLanguage(call, protobufAt(endpoint));
    const body = await decodeObject(bytes, language, expectedAt(endpoint), { fieldValidation, warn });
    matchNamespace(request, body);
    matchName(request, body);
    dedupeOwners(body, warn, { afterAdmission: false });
    const change: UpdateRequest["change"] = async (old) => {
      const object = cloneJson(body);
      const oldObject = old && documentOf(endpoint, old);
      const operation = old ? "UPDATE" : "CREATE";
      services.owners.record(endpoint, object, ownedWrite(call, services, { old, options }));
      await services.admission.admit(admissionRequest(request, operation, { object, oldObject, dryRun }));
      dedupeOwners(object, warn, { afterAdmission: true });
      return endpoint.view?.absorb(object, old) ?? object;
    };
    const result = await updateObject(resource, {
      namespace: namespaceOf(request),
      name: info.name,
      subresource,
      dryRun,
      verb: "update",
      user: call.user,
      rules: endpoint.view?.rules,
      createIfMissing: subresource === "" && resource.kind.declaration.rules.createOnUpdate,
      preconditions: { uid: body.metadata.uid ?? "" },
      change,
      warn,
      check: async (stored, old) => {
        if (!old) await authorizeCreation(request, services.authorizer);
        const object = documentOf(endpoint, stored);
        const oldObject = old && documentOf(endpoint, old);
        const operation = old ? "UPDATE" : "CREATE";
        await services.admission.validate(admissionRequest(request, operation, { object, oldObject, dryRun }));
      },
    });
    const status = result.created ? 201 : 200;
    await writeObject(call, { shape: endpoint.shape, object: result.object, status, output }, services.compressed);
  };
}
