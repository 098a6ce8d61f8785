/** Chooses the format of a response by the `Accept` header and the query parameter `pretty`. */
import {
  type ConversionTarget,
  type MediaTypeOffer,
  negotiate,
  prefersPretty,
  protobufMediaTypes,
} from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { noRepresentation, notAcceptable } from "../../meta/status-error.ts";
import { allSpellings, group, type Vocabulary, vendorMediaType } from "../../meta/vocabulary.ts";
import { cborMediaType } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import { textParameter } from "../requests/query-parameters.ts";
import { cborSequenceMediaType, type Output, type Transform } from "./output.ts";

const textOffers: readonly MediaTypeOffer[] = [
  { mediaType: "application/json", canStream: true },
  { mediaType: "application/yaml" },
];
const protobufOffers: readonly MediaTypeOffer[] = protobufMediaTypes.map((mediaType) => ({
  mediaType,
  canStream: true,
}));
const cborOffers: readonly MediaTypeOffer[] = [{ mediaType: cborMediaType, canStream: true }];
const allOffers: readonly MediaTypeOffer[] = [...textOffers, ...protobufOffers, ...cborOffers];

/** Returns the offers of an endpoint. @param protobuf undefined if it has no protobuf form */
function offersOf({ servesCbor }: Call, protobuf: string | undefined): readonly MediaTypeOffer[] {
  if (servesCbor) return protobuf === undefined ? [...textOffers, ...cborOffers] : allOffers;
  return protobuf === undefined ? textOffers : [...textOffers, ...protobufOffers];
}

const metaGroups: ReadonlySet<string> = new Set(allSpellings(group("meta")));
const metaVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

/** Formats in which an endpoint can respond. */
export interface OutputRules {
  readonly transforms: readonly Transform[];
  /** Whether the response is a stream of events. */
  readonly stream: boolean;
  /** Returns the cluster's media type of protobuf. Absent or undefined if the endpoint has no protobuf form. */
  readonly protobuf?: () => string | undefined;
  /** Whether only the other forms of an object are sent in protobuf, such as its metadata. */
  readonly isTextUntransformed?: boolean;
}

/**
 * Returns the format of the response.
 * @throws StatusError 406
 */
export function negotiateOutput(call: Call, rules: OutputRules): Output {
  const pretty = prefersPretty(textParameter(call, "pretty"), call.exchange.header("user-agent"));
  const accept = call.exchange.header("accept");
  if (accept === undefined || accept === "*/*" || accept === "application/json") {
    return { mediaType: "application/json", pretty };
  }
  const protobuf = rules.protobuf?.();
  const offers = offersOf(call, protobuf);
  const chosen = negotiate(accept, {
    offers,
    allowsConversion: (target, mediaType) => isOffered(target, mediaType, rules),
    allowsUnconverted: (mediaType) => !rules.isTextUntransformed || !protobufMediaTypes.includes(mediaType),
  });
  if (!chosen || (rules.stream && !canStream(chosen.mediaType)))
    throw notAcceptable(acceptedTypes(call, rules, protobuf));
  const { as } = chosen;
  return {
    mediaType: chosen.mediaType as Output["mediaType"],
    pretty: pretty || chosen.pretty,
    ...(as ? { as: { kind: as.kind as Transform, apiVersion: formatGroupVersion(as) } } : {}),
  };
}

/**
 * Checks that one of the accepted media types is among those of the route. The router of the reference checks this
 * before it calls a handler. Unlike the reference, ranges such as `application/*` are accepted.
 * @throws StatusError 406
 */
export function requireRepresentation(call: Call, produced: readonly string[]): void {
  const accept = call.exchange.header("accept") || "*/*";
  const accepted = accept.split(",").map((range) => range.split(";", 1).join("").trim());
  const isProduced = (type: string): boolean =>
    type === "*/*" || produced.some((one) => one === type || `${one.slice(0, one.indexOf("/"))}/*` === type);
  if (!accepted.some(isProduced)) throw noRepresentation(produced);
}

/** Returns the rules of responses that are never transformed, such as discovery. */
export function untransformedOutput(vocabulary: Vocabulary): OutputRules {
  return { transforms: [], stream: false, protobuf: () => vocabulary.bind(vendorMediaType("protobuf")) };
}

function canStream(mediaType: string): boolean {
  return allOffers.some((offer) => offer.mediaType === mediaType && offer.canStream === true);
}

/**
 * Rejects a request that accepts none of the media types of its path. As in the reference, this is checked before
 * anything else, and ranges such as `application/*` match nothing.
 * @param isCollection whether the path serves lists, which can also be sent as streams of events
 * @throws StatusError 406, or 415 if the method takes a body and the request has no Content-Length
 */
export function checkAccept(call: Call, protobuf: () => string | undefined, isCollection: boolean): void {
  const accept = call.exchange.header("accept");
  if (accept === undefined || accept === "" || accept === "*/*" || accept === "application/json") return;
  const inProtobuf = protobuf();
  const offered = offersOf(call, inProtobuf).map(({ mediaType }) => mediaType);
  if (isCollection && call.servesCbor) offered.push(cborSequenceMediaType);
  const types = accept.split(",").map((clause) => (clause.split(";", 1)[0] ?? "").trim());
  if (types.some((type) => type === "*/*" || offered.includes(type))) return;
  const offers = publishedOffers(call, inProtobuf);
  const produced = [...offers.map(({ mediaType }) => mediaType), ...(isCollection ? streamTypes(offers) : [])];
  throw noRepresentation(produced, lacksBodyLength(call));
}

const methodsWithBody: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Whether the method of the request takes a body, but the request has no Content-Length. */
export function lacksBodyLength({ method, exchange }: Call): boolean {
  return methodsWithBody.has(method) && (exchange.header("content-length") ?? "") === "";
}

/** Returns the offers that messages list. @param protobuf the cluster's media type */
function publishedOffers({ servesCbor }: Call, protobuf: string | undefined): readonly MediaTypeOffer[] {
  return [
    ...textOffers,
    ...(protobuf === undefined ? [] : [{ mediaType: protobuf, canStream: true }]),
    ...(servesCbor ? cborOffers : []),
  ];
}

function streamTypes(offers: readonly MediaTypeOffer[]): readonly string[] {
  return offers
    .filter(({ canStream }) => canStream)
    .map(({ mediaType }) => (mediaType === cborMediaType ? cborSequenceMediaType : `${mediaType};stream=watch`));
}

/**
 * Whether the endpoint offers a representation. A Table has no protobuf form, because its cells may contain any value.
 * As in the reference, it has no CBOR form either.
 */
function isOffered(target: ConversionTarget, mediaType: string, { transforms }: OutputRules): boolean {
  const { kind, group: targetGroup, version } = target;
  if (kind === "Table" && !textOffers.some((offer) => offer.mediaType === mediaType)) return false;
  return transforms.some((transform) => transform === kind) && metaGroups.has(targetGroup) && metaVersions.has(version);
}

function acceptedTypes(call: Call, { stream }: OutputRules, protobuf: string | undefined): readonly string[] {
  const offers = publishedOffers(call, protobuf);
  return stream ? streamTypes(offers) : offers.map(({ mediaType }) => mediaType);
}
