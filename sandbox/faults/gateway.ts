import { envoy, gateway, text } from "./bodies.ts";
import type { FaultDefinitions } from "./rule.ts";

const UPSTREAM = "upstream connect error or disconnect/reset before headers. " +
  "reset reason: remote connection failure, transport failure reason: delayed connect error: 113";

/** Faults of the gateway and the mesh behind it. */
export const gatewayFaults: FaultDefinitions = {
  quota_403: {
    rule: {},
    answer: ({ call }) => gateway(call, 403, "Quota exceeded"),
  },
  api_disallowed: {
    rule: {},
    answer: ({ call }) => gateway(call, 403, "Access to this API has been disallowed"),
  },
  envoy_503: {
    rule: {},
    answer: ({ call }) => envoy(call, 503, UPSTREAM),
  },
  envoy_504: {
    rule: {},
    answer: ({ call }) => envoy(call, 504, "upstream request timeout"),
  },
  mesh_404: {
    rule: {},
    answer: ({ call }) => text(call, 404, "404 page not found"),
  },
  unknown_route_405: {
    rule: {},
    answer: ({ call }) => text(call, 405, "unknown route"),
  },
};
