/** Hooks and rules of the kinds in this group. */
import { cronJob, job } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { cronJobHooks, cronJobRules } from "./cron-job.ts";
import { jobHooks, jobRules } from "./job.ts";
import { jobSpecRules } from "./job-spec-rules.ts";

/** Hooks of all kinds in this group. */
export const batchHooks: readonly HookEntry[] = [hooksOf(cronJob, cronJobHooks), hooksOf(job, jobHooks)];

/** Rules of all types in this group. */
export const batchRules: readonly RuleEntry[] = [...cronJobRules, ...jobRules, ...jobSpecRules];
