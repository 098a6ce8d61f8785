/** Reads the body of a POST and runs the mutating phase of admission. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { requestObjectNoter } from "../output/audit-objects.ts";
import { bodyBytesMax } from "../requests/body.ts";
import type { EndpointRequest, StoredEndpoint } from "../served/endpoint.ts";
import { admitObject } from "./admit-object.ts";
import { decodeObject } from "./decoding/decode-object.ts";
import { expectedObject, objectLanguage } from "./endpoint-rules.ts";
import { readWriteOptions, type WriteParameters } from "./options/write-options.ts";
import { dedupeOwnerReferences } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { documentAt, matchNamespace } from "./target.ts";

/** Options of `readNewObject`. */
export interface NewObjectOptions {
  /** Whether the request never changes anything in the cluster, as with an access review. */
  readonly changesNothing?: boolean | undefined;
  /** Whether the object keeps the uid and the times that the client sent. Default: they are removed. */
  readonly keepsSystemFields?: boolean | undefined;
  /** Records the owners of the object's fields. */
  readonly recordOwners?: (object: ApiObject, options: WriteParameters) => void | Promise<void>;
}

/** The object of a POST, and whether the request is a dry run. */
export interface NewObjectRequest {
  readonly object: ApiObject;
  /** The name that the client sent. Empty if the server generates one. */
  readonly sentName: string;
  readonly dryRun: boolean;
}

/** Returns the object in the body, after the mutating phase of admission. @throws StatusError */
export async function readNewObject(
  request: EndpointRequest,
  services: VerbServices,
  { recordOwners, changesNothing = false, keepsSystemFields = false }: NewObjectOptions = {},
): Promise<NewObjectRequest> {
  const { call, endpoint } = request;
  const warn = (message: string): void => call.warn(message);
  const language = objectLanguage(call, endpoint);
  const bytes = await call.readBody(bodyBytesMax);
  const options = readWriteOptions(call, "CreateOptions", services.vocabulary);
  const { dryRun, fieldValidation } = options;
  const { compiler } = services;
  const note = requestObjectNoter(call, endpoint.documentType.schema);
  const policy = { fieldValidation, warn, compiler, note };
  const object = await decodeObject(bytes, language, expectedObject(endpoint), policy);
  matchNamespace(request, object);
  if (!keepsSystemFields) wipeSystemFields(object);
  dedupeOwnerReferences(object, warn, { afterAdmission: false });
  await recordOwners?.(object, options);
  const { name: sentName = "" } = object.metadata;
  const admitted = await admitObject(request, services, "CREATE", object, {
    object: (target, document) => documentAt(target, endpoint as StoredEndpoint, document),
    sentName,
    dryRun,
    changesNothing,
  });
  dedupeOwnerReferences(admitted, warn, { afterAdmission: true });
  return { object: admitted, sentName, dryRun };
}

/** Fields that only the server sets. A client that sends them does not become their owner. */
const systemFields = [
  "creationTimestamp",
  "uid",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
] as const;

function wipeSystemFields({ metadata }: ApiObject): void {
  // Deleting a property changes the object's hidden class in V8. Nulls stay, because every decoded object has one. See
  // docs/performance.md, "Optimizations", "objects of a request share one hidden class".
  for (const field of systemFields) if ((metadata[field] ?? undefined) !== undefined) delete metadata[field];
}
