import { expect, test } from "vitest";
import { labelsText } from "./labels.ts";

test.each<[Record<string, string> | undefined, string]>([
  [undefined, "<none>"],
  [{}, "<none>"],
  [{ tier: "front", app: "web" }, "app=web,tier=front"],
  [{ app: "" }, "app="],
  [{ app: "web", "app.example.com/name": "shop", "app-id": "7" }, "app-id=7,app.example.com/name=shop,app=web"],
])("labelsText() formats labels %j as %s", (labels, expected) => {
  expect(labelsText(labels)).toBe(expected);
});
