import type { ExplicitValues } from "../flags/flag-spec.ts";
import type { AuthenticationFlag } from "./authentication-flags.ts";

const listFlags = [
  "requestheader-username-headers",
  "requestheader-uid-headers",
  "requestheader-group-headers",
  "requestheader-extra-headers-prefix",
  "requestheader-allowed-names",
] as const;

const uidGate = "RemoteRequestHeaderUID";

/** Returns the problems of the flags about authenticating proxies. */
export function frontProxyProblems(
  values: ExplicitValues<AuthenticationFlag>,
  isEnabled: (featureGate: string) => boolean,
): readonly string[] {
  const blankFlags = listFlags.filter((flag) => values[flag]?.some((value) => value.trim() === ""));
  const uidHeaders = values["requestheader-uid-headers"] ?? [];
  const hasUsualHeader = uidHeaders.some((header) => header.toLowerCase() === "x-remote-uid");
  return [
    ...blankFlags.map((flag) => `--${flag} has an empty value`),
    ...(uidHeaders.length > 0 && !isEnabled(uidGate)
      ? [`--requestheader-uid-headers requires --feature-gates=${uidGate}=true`]
      : []),
    ...(uidHeaders.length > 0 && isEnabled(uidGate) && !hasUsualHeader
      ? ["--requestheader-uid-headers must contain X-Remote-Uid, which API aggregation needs"]
      : []),
  ];
}
