/** Requests whose authorization is expensive. */
import { get, listOf, type WaitCase } from "./case.ts";

/** With the other headers of a request, as many as a server accepts. */
const groupCount = 240;

/** The cases, in the order of the table. */
export const accessCases: readonly WaitCase[] = [
  {
    name: "50 requests that impersonate 240 groups each",
    requests: () =>
      listOf(50, (user) =>
        get("/api/v1/namespaces/default", {
          "impersonate-user": `user-${user}`,
          "impersonate-group": listOf(groupCount, (index) => `${user}-${index}-${"g".repeat(20)}`),
        }),
      ),
    rejectedWith: 403,
  },
];
