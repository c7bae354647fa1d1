/**
 * The portable cases for a page, as a global function, and for a service worker, which answers a message.
 *
 * @module
 */
import { contract } from "./reduced.mjs";

globalThis.addEventListener("message", (event) => {
  const { data, ports: [port] } = /** @type {MessageEvent} */ (event);
  contract(data).then((outcome) => port?.postMessage(outcome));
});
