import type { KindDeclaration } from "../../schema/index.ts";
import { cronJob } from "./v1/cron-job.ts";
import { job } from "./v1/job.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const batchKinds: readonly KindDeclaration[] = [cronJob, job];
