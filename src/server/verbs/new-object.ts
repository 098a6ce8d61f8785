/** The body of a POST on a collection: read, and through the first phase of admission. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { bodyBytesMax, bodyLanguage } from "../requests/body.ts";
import { type EndpointRequest } from "../served/endpoint.ts";
import { decodeObject } from "./decoding/decode-object.ts";
import { expectedObject, protobufMediaType } from "./endpoint-rules.ts";
import { readWriteOptions, type WriteParameters } from "./options/write-options.ts";
import { dedupeOwnerReferences } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, matchNamespace } from "./target.ts";

/** What may be asked for besides. */
export interface NewObjectOptions {
  /** True: the object is not to be stored, nor anything else. */
  readonly changesNothing?: boolean | undefined;
  /** Records who owns the object's fields. */
  readonly own?: (object: ApiObject, options: WriteParameters) => void;
}

export interface NewObjectRequest {
  readonly object: ApiObject;
  readonly dryRun: boolean;
}

/** @throws StatusError */
export async function readNewObject(
  request: EndpointRequest,
  services: VerbServices,
  { own, changesNothing = false }: NewObjectOptions = {},
): Promise<NewObjectRequest> {
  const { call, endpoint } = request;
  const warn = (message: string): void => call.warn(message);
  const language = bodyLanguage(call, protobufMediaType(endpoint));
  const bytes = await call.readBody(bodyBytesMax);
  const options = readWriteOptions(call, "CreateOptions", services.vocabulary);
  const { dryRun, fieldValidation } = options;
  const { compiler } = services;
  const object = await decodeObject(bytes, language, expectedObject(endpoint), { fieldValidation, warn, compiler });
  matchNamespace(request, object);
  // A document that is posted to an object may say which object it means.
  if (endpoint.subresource === "") wipeSystemFields(object);
  dedupeOwnerReferences(object, warn, { afterAdmission: false });
  own?.(object, options);
  await services.admission.admit(admissionRequest(request, "CREATE", { object: () => object, dryRun, changesNothing }));
  dedupeOwnerReferences(object, warn, { afterAdmission: true });
  return { object, dryRun };
}

/** Fields that only the server sets. A client that sends them does not own them. */
const systemFields = [
  "creationTimestamp",
  "uid",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
] as const;

function wipeSystemFields({ metadata }: ApiObject): void {
  // Deleting a member changes the hidden class, so a null that every decoded object has stays.
  for (const field of systemFields) if ((metadata[field] ?? undefined) !== undefined) delete metadata[field];
}
