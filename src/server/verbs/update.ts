/** PUT on one object, or on a subresource that is written as the whole object. */
import { cloneDecoded } from "../../schema/index.ts";
import { managedWrite } from "../field-owners/managed-write.ts";
import { requestObjectNoter } from "../output/audit-objects.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { bodyBytesMax } from "../requests/body.ts";
import { type VerbHandler } from "../served/endpoint.ts";
import { changeObject } from "./change-object.ts";
import { decodeObject } from "./decoding/decode-object.ts";
import { expectedObject, objectLanguage, outputRules } from "./endpoint-rules.ts";
import { readWriteOptions } from "./options/write-options.ts";
import { dedupeOwnerReferences } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { settled } from "./settle-conversions.ts";
import { matchName, matchNamespace } from "./target.ts";

/** Returns the handler of PUT. */
export function update(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint } = request;
    const { resource, subresource } = endpoint;
    const warn = (message: string): void => call.warn(message);
    const output = negotiateOutput(call, outputRules(endpoint));
    const bytes = await call.readBody(bodyBytesMax);
    const options = readWriteOptions(call, "UpdateOptions", services.vocabulary);
    const { dryRun, fieldValidation } = options;
    const { compiler } = services;
    const language = objectLanguage(call, endpoint);
    const note = requestObjectNoter(call, endpoint.documentType.schema);
    const policy = { fieldValidation, warn, compiler, note };
    const body = await decodeObject(bytes, language, expectedObject(endpoint), policy);
    matchNamespace(request, body);
    matchName(request, body);
    dedupeOwnerReferences(body, warn, { afterAdmission: false });
    await changeObject(request, services, {
      verb: "update",
      dryRun,
      createIfMissing:
        (subresource === "" || subresource === "status") && resource.kind.declaration.rules.createOnUpdate,
      preconditions: { uid: body.metadata.uid ?? "" },
      output,
      makeDocument: async (existing) => {
        const object = cloneDecoded(body);
        const write = managedWrite(call, services, { old: existing?.stored.object, options });
        await settled(endpoint, () => services.owners.record(endpoint, object, write));
        return { object, keepsFields: false };
      },
    });
  };
}
