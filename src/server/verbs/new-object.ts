/** The body of a POST on a collection: read, and through the first phase of admission. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { bodyBytesMax, bodyLanguage } from "../body.ts";
import type { EndpointCall } from "../resource-table.ts";
import { decodeObject } from "./decode-object.ts";
import { expectedAt, protobufAt } from "./endpoint-rules.ts";
import { dedupeOwners } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, matchNamespace } from "./target.ts";
import { readWriteOptions } from "./write-options.ts";

export interface NewObject {
  readonly object: ApiObject;
  readonly dryRun: boolean;
}

/**
 * @param options.changesNothing true: the object is not to be stored, nor anything else
 * @throws StatusError
 */
export async function readNewObject(
  request: EndpointCall,
  services: VerbServices,
  options: { readonly changesNothing?: boolean | undefined } = {},
): Promise<NewObject> {
  const { call, endpoint } = request;
  const warn = (message: string): void => call.warn(message);
  const language = bodyLanguage(call, protobufAt(endpoint));
  const bytes = await call.exchange.readBody(bodyBytesMax);
  const { dryRun, fieldValidation } = readWriteOptions(call, "CreateOptions", services.vocabulary);
  const object = await decodeObject(bytes, language, expectedAt(endpoint), { fieldValidation, warn });
  matchNamespace(request, object);
  dedupeOwners(object, warn, { afterAdmission: false });
  await services.admission.admit(admissionRequest(request, "CREATE", { object, dryRun, ...options }));
  dedupeOwners(object, warn, { afterAdmission: true });
  return { object, dryRun };
}
