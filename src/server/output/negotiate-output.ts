/** The form of an answer, by the Accept header and the parameter `pretty`. */
import {
  type ConversionTarget,
  type MediaTypeOffer,
  negotiate,
  prefersPretty,
  protobufMediaTypes,
} from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { notAcceptable } from "../../meta/status-error.ts";
import { allSpellings, group } from "../../meta/vocabulary.ts";
import type { Call } from "../call.ts";
import type { Output, Transform } from "./output.ts";

const textOffers: readonly MediaTypeOffer[] = [
  { mediaType: "application/json", canStream: true },
  { mediaType: "application/yaml" },
];
const allOffers: readonly MediaTypeOffer[] = [
  ...textOffers,
  ...protobufMediaTypes.map((mediaType) => ({ mediaType, canStream: true })),
];

const metaGroups: ReadonlySet<string> = new Set(allSpellings(group("meta")));
const metaVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

/** What an endpoint can answer. */
export interface OutputRules {
  readonly transforms: readonly Transform[];
  /** Events are sent one by one. */
  readonly stream: boolean;
  /** What the cluster calls protobuf; absent or undefined where there is no form in it. */
  readonly protobuf?: () => string | undefined;
}

/** @throws StatusError 406 */
export function negotiateOutput(call: Call, rules: OutputRules): Output {
  const pretty = prefersPretty(queryPretty(call), call.exchange.header("user-agent"));
  const accept = call.exchange.header("accept");
  if (accept === undefined || accept === "*/*" || accept === "application/json") {
    return { mediaType: "application/json", pretty };
  }
  const protobuf = rules.protobuf?.();
  const offers = protobuf === undefined ? textOffers : allOffers;
  const chosen = negotiate(accept, {
    offers: rules.stream ? offers.filter(({ canStream }) => canStream) : offers,
    allowsConversion: (target, mediaType) => isOffered(target, mediaType, rules),
  });
  if (!chosen) throw notAcceptable(acceptedTypes(rules, protobuf));
  const { as } = chosen;
  return {
    mediaType: chosen.mediaType as Output["mediaType"],
    pretty: pretty || chosen.pretty,
    ...(as ? { as: { kind: as.kind as Transform, apiVersion: formatGroupVersion(as) } } : {}),
  };
}

/** For what is never anything but itself, such as discovery. */
export const plainOutput: OutputRules = { transforms: [], stream: false };

function queryPretty(call: Call): string | undefined {
  return call.hasQuery ? (call.parameters.get("pretty") ?? undefined) : undefined;
}

/** The cells of a Table may be anything, which protobuf has no form for. */
function isOffered(target: ConversionTarget, mediaType: string, { transforms }: OutputRules): boolean {
  const { kind, group: asked, version } = target;
  if (kind === "Table" && protobufMediaTypes.includes(mediaType)) return false;
  return transforms.some((transform) => transform === kind) && metaGroups.has(asked) && metaVersions.has(version);
}

function acceptedTypes({ stream }: OutputRules, protobuf: string | undefined): readonly string[] {
  const types = [...textOffers, ...(protobuf === undefined ? [] : [{ mediaType: protobuf, canStream: true }])];
  if (!stream) return types.map(({ mediaType }) => mediaType);
  return types.flatMap(({ mediaType, canStream }) => (canStream ? [`${mediaType};stream=watch`] : []));
}
