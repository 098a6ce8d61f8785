/** Cron schedules: those that a CronJob accepts, and the errors of the others. */
import { describe } from "vitest";
import { Refusals, ruleServer } from "../../support/refusals.ts";

const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
const jobs = new Refusals(ruleServer(), "/apis/batch/v1/namespaces/default/cronjobs", {
  spec: { jobTemplate: { spec: { template } } },
});
const at = (schedule: string) => (job: { spec: object }) => {
  Object.assign(job.spec, { schedule });
};
const atoi = (text: string): string =>
  `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`;
const zoneInScheduleMessage = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";

describe("valid schedules of a CronJob", () => {
  for (const schedule of [
    "* * * * *",
    "0 0 1 1 0",
    "59 23 31 12 6",
    "0-59/5 0-23 1-31 1-12 0-6",
    "*/15 * * * *",
    "1,2,3 * * * *",
    "0 0 * jan-dec sun-SAT",
    "0 0 ? * ?",
    "5/10 * * * *",
    "  0   0  *  *  * ",
    "0\t0\t*\t*\t*",
    "0 0 31 2 *",
    "@yearly",
    "@annually",
    "@monthly",
    "@weekly",
    "@daily",
    "@midnight",
    "@hourly",
    "@every 1h30m",
    "@every 1ns",
  ]) {
    jobs.accepts(`a CronJob with the schedule ${JSON.stringify(schedule)} is accepted`, at(schedule));
  }
});

describe("invalid schedules of a CronJob", () => {
  const refuse = (schedule: string, ...whys: readonly string[]): void =>
    jobs.create(
      `a CronJob with the schedule ${JSON.stringify(schedule).slice(0, 80)} is rejected`,
      at(schedule),
      whys.map((why) => `spec.schedule: Invalid value: ${JSON.stringify(schedule)}: ${why}`),
    );

  jobs.create("a CronJob with an empty schedule is rejected", at(""), ["spec.schedule: Required value"]);
  refuse("60 * * * *", "end of range (60) above maximum (59): 60");
  refuse("* 24 * * *", "end of range (24) above maximum (23): 24");
  refuse("* * 0 * *", "beginning of range (0) below minimum (1): 0");
  refuse("* * 32 * *", "end of range (32) above maximum (31): 32");
  refuse("* * * 0 *", "beginning of range (0) below minimum (1): 0");
  refuse("* * * 13 *", "end of range (13) above maximum (12): 13");
  refuse("* * * * 7", "end of range (7) above maximum (6): 7");
  refuse("* * * *", "expected exactly 5 fields, found 4: [* * * *]");
  refuse("0 * * * * *", "expected exactly 5 fields, found 6: [0 * * * * *]");
  refuse("30-10 * * * *", "beginning of range (30) beyond end of range (10): 30-10");
  refuse("*/0 * * * *", "step of range should be a positive number: */0");
  refuse("1-2-3 * * * *", "too many hyphens: 1-2-3");
  refuse("*/2/3 * * * *", "too many slashes: */2/3");
  refuse("-1 * * * *", atoi(""));
  refuse("1.5 * * * *", atoi("1.5"));
  refuse("a * * * *", atoi("a"));
  refuse("* * * monday *", atoi("monday"));
  refuse("@reboot", "unrecognized descriptor: @reboot");
  refuse("@Daily", "unrecognized descriptor: @Daily");
  refuse("@every", "unrecognized descriptor: @every");
  refuse("@every 5", 'failed to parse duration @every 5: time: missing unit in duration "5"');
  refuse("@every 5d", 'failed to parse duration @every 5d: time: unknown unit "d" in duration "5d"');
  refuse("TZ=UTC 0 0 * * *", zoneInScheduleMessage);
  refuse("CRON_TZ=Europe/Berlin 0 0 * * *", zoneInScheduleMessage);
  refuse(
    `${"9".repeat(100)} * * * *`,
    `failed to parse int from ${"9".repeat(100)}: strconv.Atoi: parsing "${"9".repeat(100)}": value out of range`,
  );
});

describe("time zones of a CronJob", () => {
  const zoned = (timeZone: string) => (job: { spec: object }) => {
    Object.assign(job.spec, { schedule: "0 0 * * *", timeZone });
  };
  jobs.accepts("a CronJob with the time zone Europe/Berlin is accepted", zoned("Europe/Berlin"));
  jobs.accepts("a CronJob with the time zone Etc/UTC is accepted", zoned("Etc/UTC"));
  jobs.create("a CronJob with an empty time zone is rejected", zoned(""), [
    'spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string',
  ]);
  jobs.create("a CronJob with the time zone Local is rejected", zoned("Local"), [
    'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
  ]);
  jobs.create("a CronJob with a time zone in small letters is rejected", zoned("europe/berlin"), [
    'spec.timeZone: Invalid value: "europe/berlin": unknown time zone europe/berlin',
  ]);
  jobs.create("a CronJob with an unknown time zone is rejected", zoned("Middle/Earth"), [
    'spec.timeZone: Invalid value: "Middle/Earth": unknown time zone Middle/Earth',
  ]);
});
