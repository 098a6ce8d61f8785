import type { DeviceClass } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, nameColumn } from "../columns.ts";

export const deviceClassHooks: KindHooks<DeviceClass> = {
  nameFormat: "dns1123Subdomain",
  columns: [nameColumn, ageColumn],
};
