import { expect, test } from "vitest";
import { goQuantity, goResourceList } from "./go-quantity.ts";

const big = "d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}";

test.each([
  ["1500m", `resource.Quantity{i:resource.int64Amount{value:1500, scale:-3}, ${big}, s:"1500m", Format:"DecimalSI"}`],
  ["2", `resource.Quantity{i:resource.int64Amount{value:2, scale:0}, ${big}, s:"2", Format:"DecimalSI"}`],
  ["1Ki", `resource.Quantity{i:resource.int64Amount{value:1024, scale:0}, ${big}, s:"1Ki", Format:"BinarySI"}`],
])("the quantity %s is formatted as its Go struct", (text, shown) => {
  expect(goQuantity(text).text).toBe(shown);
});

test("a resource list is formatted as a Go map with sorted keys", () => {
  expect(goResourceList({}).text).toBe("core.ResourceList(nil)");
  expect(goResourceList({ storage: "1", cpu: "2" }).text).toMatch(
    /^core\.ResourceList\{"cpu":resource\.Quantity\{.*\}, "storage":resource\.Quantity\{.*\}\}$/,
  );
});
