/** Probabilities and bounds of faults, from 0 to 1 and in milliseconds. */
export interface Faults {
  /** A store operation fails before its effect. */
  refusedOperation: number;
  /** A store operation takes effect, but its reply is lost: an error, or silence. */
  lostOperation: number;
  /** A store operation takes effect late, after its caller has given up. */
  lateOperation: number;
  /** A read returns an older record. */
  staleRead: number;
  /** The host answers 503 or 429, and commits nothing. */
  refusedRequest: number;
  /** The reply to a committed request is lost, or a 504. */
  lostReply: number;
  /** A request arrives late. */
  lateRequest: number;
  /** The host refuses a valid token once. */
  spuriousRefusal: number;
}

/** No faults. */
export const CALM: Faults = {
  refusedOperation: 0,
  lostOperation: 0,
  lateOperation: 0,
  staleRead: 0,
  refusedRequest: 0,
  lostReply: 0,
  lateRequest: 0,
  spuriousRefusal: 0,
};
