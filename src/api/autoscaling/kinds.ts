import type { KindDeclaration } from "../../schema/index.ts";
import { horizontalPodAutoscaler as horizontalPodAutoscalerV1 } from "./v1/horizontal-pod-autoscaler.ts";
import { horizontalPodAutoscaler } from "./v2/horizontal-pod-autoscaler.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const autoscalingKinds: readonly KindDeclaration[] = [horizontalPodAutoscaler, horizontalPodAutoscalerV1];
