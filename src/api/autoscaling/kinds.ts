/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { horizontalPodAutoscaler as horizontalPodAutoscalerV1 } from "./v1/horizontal-pod-autoscaler.ts";
import { horizontalPodAutoscaler } from "./v2/horizontal-pod-autoscaler.ts";

export const autoscalingKinds: readonly KindDeclaration[] = [horizontalPodAutoscaler, horizontalPodAutoscalerV1];
