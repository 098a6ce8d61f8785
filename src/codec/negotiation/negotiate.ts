/** Which of the forms that an endpoint offers a client gets, by the Accept header. */
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { type AcceptClause, parseAccept } from "./accept.ts";

/** Another kind that the answer is to be turned into: `Table`, `PartialObjectMetadata`, ... */
export interface ConversionTarget {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
}

export interface MediaTypeOffer {
  /** Without parameters: `application/json`. */
  readonly mediaType: string;
  /** Whether watch events can be sent in it. */
  readonly canStream?: boolean;
}

export interface NegotiationRules {
  /** In the order of preference. */
  readonly offers: readonly MediaTypeOffer[];
  /**
   * Whether the endpoint can convert its answer to `target` and send it in `mediaType`; without it, no conversion.
   * A target may lack any of its parts (then empty).
   */
  readonly allowsConversion?: (target: ConversionTarget, mediaType: string) => boolean;
  /** Whether the endpoint sends its answer unconverted in this offer; by default in all. */
  readonly allowsUnconverted?: (mediaType: string) => boolean;
}

export interface Negotiated {
  readonly mediaType: string;
  readonly as?: ConversionTarget;
  /** Always `watch`. */
  readonly stream?: string;
  /** Indented for people. */
  readonly pretty: boolean;
  readonly profile?: string;
}

/** Longer headers are refused. */
const acceptLengthMax = 8192;

/**
 * The first clause, in the client's order, that fits an offer. Without a header, the first offer.
 * @returns undefined when nothing fits: 406
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

/** `sv` asks for a version of the meta group; there is one. */
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
 * Whether a client wants indented JSON without saying so in the Accept header: by the query parameter `pretty`, or
 * because it is one that people read the output of.
 */
export function prefersPretty(parameter: string | undefined, userAgent: string | undefined): boolean {
  if (parameter !== undefined && parameter !== "") return readGoBoolean(parameter) === true;
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent ?? "");
}
