/** Rules of annotations that have a meaning for Services. */
import type { Service } from "../../../api/index.ts";
import { type FieldError, forbiddenField, invalidField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { subLabel, type Vocabulary } from "../../../meta/vocabulary.ts";
import { specOf } from "./service-type.ts";

/** Annotation with the topology mode. */
export const topologyMode = subLabel("service/topology-mode");
/** Deprecated name of the annotation with the topology mode. */
export const topologyHints = subLabel("service/topology-aware-hints");
/** Replaces the field `loadBalancerSourceRanges` while it is empty. */
const sourceRanges = subLabel("service.beta/load-balancer-source-ranges");

/** Returns the errors in the annotations of a Service. */
export function serviceAnnotationErrors(service: Service, vocabulary: Vocabulary): FieldError[] {
  return [...topologyErrors(service, vocabulary), ...rangeErrors(service, vocabulary)];
}

function topologyErrors({ metadata: { annotations = {} } }: Service, vocabulary: Vocabulary): FieldError[] {
  const [modeKey, hintsKey] = [vocabulary.bind(topologyMode), vocabulary.bind(topologyHints)];
  const [mode, hints] = [annotations[modeKey], annotations[hintsKey]];
  if (mode === undefined || hints === undefined || mode === hints) return [];
  const why = `must match annotations[${hintsKey}] when both are specified`;
  return [invalidField(`metadata.annotations[${modeKey}]`, mode, why)];
}

function rangeErrors(service: Service, vocabulary: Vocabulary): FieldError[] {
  const { type, loadBalancerSourceRanges = [] } = specOf(service);
  const key = vocabulary.bind(sourceRanges);
  const text = service.metadata.annotations?.[key];
  if (text === undefined || loadBalancerSourceRanges.length > 0) return [];
  const path = `metadata.annotations[${key}]`;
  const misplaced = [forbiddenField(path, "may only be used when `type` is 'LoadBalancer'")];
  const ranges = text.trim() === "" ? [] : text.split(",").map((range) => range.trim());
  return [
    ...(type === "LoadBalancer" ? [] : misplaced),
    ...ranges.flatMap((range) => checkFormat("cidr", range).map((message) => invalidField(path, range, message))),
  ];
}
