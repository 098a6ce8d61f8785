/** POST on a collection. */

import { createObject } from "../../registry/index.ts";
import { bodyBytesMax, bodyLanguage } from "../body.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { writeObject } from "../output/write-object.ts";
import type { VerbHandler } from "../resource-table.ts";
import { decodeObject } from "./decode-object.ts";
import { expectedAt, objectRules, protobufAt } from "./endpoint-rules.ts";
import { dedupeOwners } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, documentOf, matchNamespace, namespaceOf } from "./target.ts";
import { readWriteOptions } from "./write-options.ts";

export function create(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint } = request;
    const { resource } = endpoint;
    const warn = (message: string): void => call.warn(message);
    const output = negotiateOutput(call, objectRules(endpoint));
    const language = bodyLanguage(call, protobufAt(endpoint));
    const bytes = await call.exchange.readBody(bodyBytesMax);
    const options = readWriteOptions(call, "CreateOptions", services.vocabulary);
    const { dryRun, fieldValidation } = options;
    const object = await decodeObject(bytes, language, expectedAt(endpoint), { fieldValidation, warn });
    matchNamespace(request, object);
    dedupeOwners(object, warn, { afterAdmission: false });
    await services.admission.admit(admissionRequest(request, "CREATE", { object, dryRun }));
    dedupeOwners(object, warn, { afterAdmission: true });
    const stored = await createObject(resource, {
      object: endpoint.view?.absorb(object, undefined) ?? object,
      namespace: namespaceOf(request),
      dryRun,
      user: call.user,
      warn,
      check: (made) =>
        services.admission.validate(
          admissionRequest(request, "CREATE", { object: documentOf(endpoint, made), dryRun }),
        ),
    });
    await writeObject(call, { shape: endpoint.shape, object: stored, status: 201, output }, services.compressed);
  };
}
