/**
 * Conversion of Events between the core group, which is stored, and the group events. Most fields have other names. No
 * value is lost.
 */
import type { Event, EventsEvent } from "../../api/index.ts";
import { omitUndefined } from "../../base/omit-undefined.ts";
import type { Conversion } from "../../schema/index.ts";

/** Conversion of Events between the core group and the group events. */
export const eventConversion: Conversion<Event, EventsEvent> = {
  fromStored: (stored) => {
    const { kind, apiVersion, metadata, eventTime, series, action, reason, related, type, reportingInstance } = stored;
    return omitUndefined({
      kind,
      apiVersion,
      metadata,
      eventTime: eventTime as string,
      series: series && { count: series.count ?? 0, lastObservedTime: series.lastObservedTime as string },
      reportingController: stored.reportingComponent,
      reportingInstance,
      action,
      reason,
      regarding: stored.involvedObject,
      related,
      note: stored.message,
      type,
      deprecatedSource: stored.source,
      deprecatedFirstTimestamp: stored.firstTimestamp,
      deprecatedLastTimestamp: stored.lastTimestamp,
      deprecatedCount: stored.count,
    });
  },
  toStored: (shown) => {
    const { kind, apiVersion, metadata, eventTime, series, action, reason, related, type, reportingInstance } = shown;
    return omitUndefined({
      kind,
      apiVersion,
      metadata,
      involvedObject: shown.regarding ?? {},
      reason,
      message: shown.note,
      source: shown.deprecatedSource,
      firstTimestamp: shown.deprecatedFirstTimestamp,
      lastTimestamp: shown.deprecatedLastTimestamp,
      count: shown.deprecatedCount,
      type,
      eventTime,
      series,
      action,
      related,
      reportingComponent: shown.reportingController,
      reportingInstance,
    });
  },
  fieldLabels: {
    "regarding.kind": "involvedObject.kind",
    "regarding.namespace": "involvedObject.namespace",
    "regarding.name": "involvedObject.name",
    "regarding.uid": "involvedObject.uid",
    "regarding.apiVersion": "involvedObject.apiVersion",
    "regarding.resourceVersion": "involvedObject.resourceVersion",
    "regarding.fieldPath": "involvedObject.fieldPath",
    reportingController: "reportingComponent",
    source: undefined,
  },
};
