/** The options of a deletion, from the body or, without a body, from the query. */
import { type DeleteOptions as DeleteOptionsBody, deleteOptions } from "../../../api/meta/v1/delete-options.ts";
import { DecodeError, openEnvelope, readCborType, stringifyJson, type TypeMeta } from "../../../codec/index.ts";
import type { PropagationPolicy } from "../../../meta/deletion.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import { badRequest } from "../../../meta/status-error.ts";
import { group, vendorMediaType } from "../../../meta/vocabulary.ts";
import { deleteOptionErrors, type ObjectDeleteOptions, unreadableOption } from "../../../registry/index.ts";
import { SchemaDecodeError as TypeDecodeError } from "../../../schema/index.ts";
import {
  type BodyLanguage,
  bodyBytesMax,
  bodyLanguage,
  parseBody,
  parseCbor,
  parseContent,
} from "../../requests/body.ts";
import type { Call } from "../../requests/call.ts";
import { booleanParameter, integerParameter, textParameter, textParameters } from "../../requests/query-parameters.ts";
import { type EndpointRequest, type StoredEndpoint } from "../../served/endpoint.ts";
import { unreadableCborType } from "../decoding/cbor-body.ts";
import { typeMetaOf } from "../decoding/decode-object.ts";
import type { VerbServices } from "../services.ts";
import { dryRunErrors, invalidOptions } from "./write-options.ts";

const unsafeOption = unreadableOption;

/** Feature gate of the unsafe option. Without it, the option has no effect. */
const unsafeGate = "AllowUnsafeMalformedObjectDeletion";

/**
 * Returns the options of a deletion.
 * @param target whether one object or a collection is deleted
 * @throws StatusError 400 if the body is no DeleteOptions, or if it combines the unsafe option with others; 422 for
 * invalid options
 */
export async function readDeleteOptions(
  call: Call,
  services: VerbServices,
  target: "object" | "collection",
): Promise<ObjectDeleteOptions> {
  const bytes = await call.readBody(bodyBytesMax);
  const options = bytes.length > 0 ? await decodeOptions(call, bytes, services) : optionsOfQuery(call);
  const errors = [...deleteOptionErrors(options), ...dryRunErrors(options.dryRun ?? [])];
  if (errors.length > 0) throw invalidOptions("DeleteOptions", errors, services.vocabulary);
  const conflicts = unsafeOptionConflicts(options);
  if (conflicts.length > 0) throw invalidOptions("DeleteOptions", conflicts, services.vocabulary, 400);
  const ignoresReadErrors = options[unsafeOption] === true && services.isEnabled(unsafeGate);
  if (ignoresReadErrors && target === "collection") {
    const rule = "is not allowed with DELETECOLLECTION, try again after removing the option";
    throw invalidOptions("DeleteOptions", [invalidField(unsafeOption, true, rule)], services.vocabulary);
  }
  call.dryRun = (options.dryRun ?? []).length > 0;
  const { gracePeriodSeconds, orphanDependents, propagationPolicy, preconditions, dryRun = [] } = options;
  return {
    dryRun: dryRun.length > 0,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy: propagationPolicy as PropagationPolicy }),
    ...(preconditions ? { preconditions } : {}),
    ...(ignoresReadErrors ? { ignoresReadErrors } : {}),
  };
}

/** Warns a client that did not choose what happens to the dependents, if the kind has a warning for that. */
export function adviseOnPropagation(
  { call, endpoint }: EndpointRequest<StoredEndpoint>,
  options: ObjectDeleteOptions,
): void {
  const { propagationAdvice } = endpoint.resource.hooks;
  const hasPolicy = options.propagationPolicy !== undefined || options.orphanDependents !== undefined;
  if (propagationAdvice !== undefined && !hasPolicy) call.warn(propagationAdvice);
}

async function decodeOptions(call: Call, bytes: Buffer, services: VerbServices): Promise<DeleteOptionsBody> {
  const { compiler, vocabulary } = services;
  const language = bodyLanguage(call, vocabulary.bind(vendorMediaType("protobuf")));
  try {
    const value = await parseOptions(bytes, language);
    checkType(value);
    const { object } = compiler.compile(deleteOptions).decode(value ?? {});
    // As in the reference, whose deletions are recorded in an internal version.
    const internal = `${vocabulary.bind(group("meta"))}/__internal`;
    const { kind: _kind, apiVersion: _apiVersion, ...members } = object;
    call.audit?.noteRequest(undefined, () =>
      stringifyJson({ kind: "DeleteOptions", apiVersion: internal, ...members }),
    );
    return object;
  } catch (error) {
    if (error instanceof DecodeError || error instanceof TypeDecodeError) throw badRequest(error.message, error);
    throw error;
  }
}

/**
 * Checks the type of the document in the body. Its apiVersion may be any valid one.
 * @throws StatusError 400 for a document of another type
 */
function checkType(document: unknown): void {
  const type = typeMetaOf(document);
  if (typeof type === "string") throw badRequest(type);
  const { apiVersion, kind } = type;
  if (apiVersion.split("/").length > 2) throw badRequest(`unexpected GroupVersion string: ${apiVersion}`);
  if (kind === "" || kind === "DeleteOptions") return;
  throw badRequest(`no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion || "v1")}`);
}

async function parseOptions(bytes: Buffer, language: BodyLanguage): Promise<unknown> {
  if (language === "json") return parseJsonOptions(bytes);
  if (language === "cbor") return parseCborOptions(bytes);
  if (language === "yaml") return (await parseBody(bytes, language)).value;
  const { kind, ...envelope } = openEnvelope(bytes);
  if (kind !== "" && kind !== "DeleteOptions") return { kind };
  return (await parseContent({ kind, ...envelope }, deleteOptions)).value;
}

function parseCborOptions(bytes: Buffer): unknown {
  let type: TypeMeta;
  try {
    type = readCborType(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${unreadableCborType}${error.message}`, error);
  }
  // As in protobuf, the reference ignores a malformed apiVersion.
  const apiVersion = parseGroupVersion(type.apiVersion) ? type.apiVersion : "";
  if (type.kind !== "" && type.kind !== "DeleteOptions") return { kind: type.kind, apiVersion };
  return { ...(parseCbor(bytes, deleteOptions).value as object | null), kind: type.kind, apiVersion };
}

async function parseJsonOptions(bytes: Buffer): Promise<unknown> {
  try {
    return (await parseBody(bytes, "json")).value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`, error);
  }
}

function optionsOfQuery(call: Call): DeleteOptionsBody {
  const gracePeriodSeconds = integerParameter(call, "gracePeriodSeconds");
  const orphanDependents = booleanParameter(call, "orphanDependents");
  const [propagationPolicy] = textParameters(call, "propagationPolicy");
  const uid = textParameter(call, "uid");
  const resourceVersion = textParameter(call, "resourceVersion");
  const unsafe = booleanParameter(call, unsafeOption);
  return {
    dryRun: [...textParameters(call, "dryRun")],
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(unsafe === undefined ? {} : { [unsafeOption]: unsafe }),
    ...(uid === "" && resourceVersion === "" ? {} : { preconditions: queryPreconditions(uid, resourceVersion) }),
  };
}

/** Returns the preconditions in the query. Their parameters do not have the prefix `preconditions`. */
function queryPreconditions(uid: string, resourceVersion: string): NonNullable<DeleteOptionsBody["preconditions"]> {
  return { ...(uid === "" ? {} : { uid }), ...(resourceVersion === "" ? {} : { resourceVersion }) };
}

/**
 * Returns the errors of an unsafe deletion that has other options. It could not honor them, because it does not read
 * the object.
 */
function unsafeOptionConflicts(options: DeleteOptionsBody): FieldError[] {
  if (options[unsafeOption] !== true) return [];
  const { dryRun, propagationPolicy, orphanDependents, gracePeriodSeconds, preconditions } = options;
  const others = {
    dryRun: dryRun?.length ? dryRun : undefined,
    propagationPolicy,
    orphanDependents,
    gracePeriodSeconds,
    preconditions,
  };
  return Object.entries(others)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => invalidField(unsafeOption, true, `cannot be set together with .${name}`));
}
