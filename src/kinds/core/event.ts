import type { Event } from "../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { eventColumns } from "./event-columns.ts";

const system = systemNamespace("system");

/** Hooks of Events in the core group: validation, columns, selectable reporter. */
export const eventHooks: KindHooks<Event> = {
  validateCreate: (event, { vocabulary }) => eventErrors(event, vocabulary),
  validateUpdate: (event, _, { vocabulary }) => eventErrors(event, vocabulary),
  columns: eventColumns,
  fieldValues: {
    source: {
      reads: ["source.component", "reportingComponent"],
      of: ({ source, reportingComponent }) => source?.component || (reportingComponent ?? ""),
    },
  },
};

/** Name of the reporter's field in the API version of the request. */
type ReporterField = "reportingComponent" | "reportingController";

/**
 * Returns the errors of an Event. Only Events of the newer API have an `eventTime`. They require more fields.
 * @param reporter name of the reporter's field in the paths of errors
 */
export function eventErrors(
  event: Event,
  vocabulary: Vocabulary,
  reporter: ReporterField = "reportingComponent",
): FieldError[] {
  const { namespace = "" } = event.metadata;
  return [
    ...namespaceErrors(event, vocabulary),
    ...(event.eventTime ? reportErrors(event, reporter) : []),
    ...checkFormat("dns1123Subdomain", namespace).map((message) => invalidField("namespace", namespace, message)),
  ];
}

/**
 * Reports an Event outside the namespace of its object. Events about cluster-scoped objects belong to one of the
 * namespaces in `open`.
 */
function namespaceErrors({ metadata, involvedObject, eventTime }: Event, vocabulary: Vocabulary): FieldError[] {
  const { namespace = "" } = metadata;
  const { namespace: involved = "" } = involvedObject;
  const open = eventTime ? ["default", vocabulary.bind(system)] : ["", "default"];
  const fits = involved === "" ? open.includes(namespace) : Boolean(eventTime) || involved === namespace;
  return fits ? [] : [invalidField("involvedObject.namespace", involved, "does not match event.namespace")];
}

const wordBytesMax = 128;
const messageBytesMax = 1024;

function reportErrors(event: Event, reporter: ReporterField): FieldError[] {
  const { reportingComponent = "", reportingInstance, action, reason, message } = event;
  const componentFaults = checkFormat("qualifiedName", reportingComponent);
  return [
    ...(reportingComponent === "" ? [requiredField(reporter)] : []),
    ...componentFaults.map((fault) => invalidField(reporter, reportingComponent, fault)),
    ...wordErrors("reportingInstance", reportingInstance),
    ...wordErrors("action", action),
    ...wordErrors("reason", reason),
    ...lengthErrors("message", message, messageBytesMax),
  ];
}

function wordErrors(field: string, text = ""): FieldError[] {
  return text === "" ? [requiredField(field)] : lengthErrors(field, text, wordBytesMax);
}

/** Error messages do not contain the value, because it is too long. */
function lengthErrors(field: string, text = "", bytesMax: number): FieldError[] {
  return Buffer.byteLength(text) > bytesMax ? [invalidField(field, "", `can have at most ${bytesMax} characters`)] : [];
}
