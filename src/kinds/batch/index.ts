/** The hooks of the kinds of this group, and the rules of its structs. */
import { cronJob, job } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { cronJobHooks, cronJobRules } from "./cron-job.ts";
import { jobHooks, jobRules } from "./job.ts";
import { jobSpecRules } from "./job-spec-rules.ts";

export const batchHooks: readonly HookEntry[] = [hooksOf(cronJob, cronJobHooks), hooksOf(job, jobHooks)];

export const batchRules: readonly RuleEntry[] = [...cronJobRules, ...jobRules, ...jobSpecRules];
