/** Chooses the media type and form of a response from the `Accept` header and the forms that the endpoint offers. */
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { type AcceptClause, parseAccept } from "./accept.ts";

/**
 * The kind into which the client wants the response converted: `Table`, `PartialObjectMetadata`, ... Parts that the
 * client omits are empty.
 */
export interface ConversionTarget {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
}

/** A media type that an endpoint offers. */
export interface MediaTypeOffer {
  /** Media type without parameters: `application/json`. */
  readonly mediaType: string;
  /** Whether watch events can be sent in this media type. Default: false. */
  readonly canStream?: boolean;
}

/** The media types that an endpoint offers, and the forms of its response that it allows in each. */
export interface NegotiationRules {
  /** The offered media types in order of preference. */
  readonly offers: readonly MediaTypeOffer[];
  /**
   * Whether the endpoint can convert its response to `target` and send it in `mediaType`. If absent, it never converts.
   */
  readonly allowsConversion?: (target: ConversionTarget, mediaType: string) => boolean;
  /** Whether the endpoint can send its response unconverted in `mediaType`. If absent, it always can. */
  readonly allowsUnconverted?: (mediaType: string) => boolean;
}

/** The chosen form of a response. */
export interface Negotiated {
  readonly mediaType: string;
  /** The kind into which the response is converted; absent if it is not. */
  readonly as?: ConversionTarget;
  /** Present for a watch; always `watch`. */
  readonly stream?: string;
  /** Whether JSON is indented. */
  readonly pretty: boolean;
  readonly profile?: string;
}

/** Maximum length of the header. A longer one is rejected. */
const acceptLengthMax = 8192;

/**
 * Returns the form of the first clause, in the client's order, that matches an offer. Without a header, returns the
 * first offer.
 * @returns undefined if no clause matches; the response is then 406
 */
export function negotiate(accept: string | undefined, rules: NegotiationRules): Negotiated | undefined {
  const [first] = rules.offers;
  if (accept === undefined || accept === "") return first && { mediaType: first.mediaType, pretty: false };
  if (accept.length > acceptLengthMax) return undefined;
  for (const clause of parseAccept(accept)) {
    for (const offer of rules.offers) {
      const result = matches(clause, offer) ? accepted(clause, offer, rules) : undefined;
      if (result !== undefined) return result;
    }
  }
  return undefined;
}

function matches({ type, subtype }: AcceptClause, { mediaType }: MediaTypeOffer): boolean {
  if (type === "*") return subtype === "*";
  return subtype === "*" ? mediaType.startsWith(`${type}/`) : mediaType === `${type}/${subtype}`;
}

function accepted(clause: AcceptClause, offer: MediaTypeOffer, rules: NegotiationRules): Negotiated | undefined {
  const { mediaType } = offer;
  const { parameters } = clause;
  const stream = parameters.get("stream") ?? "";
  if (stream !== "" && (stream !== "watch" || offer.canStream !== true)) return undefined;
  if (!isServedVersion(parameters.get("sv"))) return undefined;
  const as = conversionTarget(parameters);
  const isAllowed = as ? rules.allowsConversion?.(as, mediaType) : (rules.allowsUnconverted?.(mediaType) ?? true);
  if (isAllowed !== true) return undefined;
  const profile = parameters.get("profile");
  return {
    mediaType,
    pretty: parameters.get("pretty") === "1",
    ...(as && { as }),
    ...(stream !== "" && { stream }),
    ...(profile !== undefined && { profile }),
  };
}

/** Whether the requested version of the meta group (`sv`) is the one that is served. */
function isServedVersion(version = ""): boolean {
  return version === "" || version === "v1";
}

function conversionTarget(parameters: ReadonlyMap<string, string>): ConversionTarget | undefined {
  const kind = parameters.get("as");
  const group = parameters.get("g");
  const version = parameters.get("v");
  if (kind === undefined && group === undefined && version === undefined) return undefined;
  return { kind: kind ?? "", group: group ?? "", version: version ?? "" };
}

/**
 * Whether to indent JSON although the `Accept` header does not request it: because of the query parameter `pretty`, or
 * because the user agent is a browser or a tool whose output people read.
 */
export function prefersPretty(parameter: string | undefined, userAgent: string | undefined): boolean {
  if (parameter !== undefined && parameter !== "") return readGoBoolean(parameter) === true;
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent ?? "");
}
