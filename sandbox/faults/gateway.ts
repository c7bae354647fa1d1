import { envoy, gateway, text } from "./bodies.ts";
import type { FaultDefinition } from "./rule.ts";

/** Faults of the gateway and the mesh behind it. */
export type GatewayFault =
  | "quota_403"
  | "api_disallowed"
  | "envoy_503"
  | "envoy_504"
  | "mesh_404"
  | "unknown_route_405";

const UPSTREAM = "upstream connect error or disconnect/reset before headers. " +
  "reset reason: remote connection failure, transport failure reason: delayed connect error: 113";

/** Faults of the gateway and the mesh behind it. */
export const gatewayFaults: Readonly<Record<GatewayFault, FaultDefinition>> = {
  quota_403: {
    about: "A used-up quota is reported as a 403.",
    rule: {},
    answer: ({ call }) => gateway(call, 403, "Quota exceeded"),
  },
  api_disallowed: {
    about: "The gateway rejects the app without a reason.",
    rule: {},
    answer: ({ call }) => gateway(call, 403, "Access to this API has been disallowed"),
  },
  envoy_503: {
    about: "The service mesh can't reach the service.",
    rule: {},
    answer: ({ call }) => envoy(call, 503, UPSTREAM),
  },
  envoy_504: {
    about: "The service doesn't answer the service mesh in time.",
    rule: {},
    answer: ({ call }) => envoy(call, 504, "upstream request timeout"),
  },
  mesh_404: {
    about: "Existing resources get a 404 in plain text.",
    rule: {},
    answer: ({ call }) => text(call, 404, "404 page not found"),
  },
  unknown_route_405: {
    about: "An existing route is reported as missing.",
    rule: {},
    answer: ({ call }) => text(call, 405, "unknown route"),
  },
};
