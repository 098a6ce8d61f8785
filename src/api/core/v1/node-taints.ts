/** Taints that describe the contact of a node with the cluster. */
import { subLabel } from "../../../meta/vocabulary.ts";

/** Taint of a node that is not ready. */
export const notReadyTaint = subLabel("node/not-ready");
/** Taint of a node without contact. */
export const unreachableTaint = subLabel("node/unreachable");
