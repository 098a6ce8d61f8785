import { expect, test } from "vitest";
import { builtinControllers, controllerNames } from "./index.ts";

test("builtinControllers() returns a controller for each name of --controllers", () => {
  const controllers = builtinControllers({
    rootCa: "certificates",
    podsFirst: false,
    signToken: async () => "token",
    legacyTokenCleanUpMs: 1,
    quotaResyncMs: 1,
  });
  const names = Object.values(controllerNames).map(({ name }): string => name);
  expect(controllers.map(({ name }) => name).sort()).toEqual(names.sort());
});
