/** The types of this group, and the kinds that declare them. */
export {
  type APIService,
  type APIServiceCondition,
  type APIServiceSpec,
  type APIServiceStatus,
  apiService,
  type ServiceReference as APIServiceReference,
} from "./v1/api-service.ts";
