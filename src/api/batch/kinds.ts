/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { cronJob } from "./v1/cron-job.ts";
import { job } from "./v1/job.ts";

export const batchKinds: readonly KindDeclaration[] = [cronJob, job];
