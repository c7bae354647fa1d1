/**
 * What makes a test fail now and then.
 *
 * @module
 */
import ts from "typescript";
import { lineOf, nodesOf, type Source } from "./source.ts";

/** What opens a socket when it is called: functions of the platform, and those of `tests/support/`. */
const OPENS_A_SOCKET =
  /^(?:.*\.(?:serve|listen|listenTls|createServer)|serve|createServer|serveWorld|serveSandbox|answering|startRedis|inRedis|TokenService\.start)$/;

/**
 * Complains of tests that fake the time beside a real socket: what the socket brings comes when it comes, and the faked
 * time has passed or hasn't. Such a test injects `fetch` and the time together.
 */
export function fakeTimeBesideSockets(sources: readonly Source[]): string[] {
  const files = sources.filter(({ path, text }) => path.startsWith("tests/") && text.includes("FakeTime"));
  return files.flatMap(({ path, ast }) =>
    callsIn(ast)
      .filter(({ name, node }) => name === "Deno.test" && [...nodesOf(node)].some(isFakeTime))
      .filter(({ node }) => callsIn(node).some((call) => OPENS_A_SOCKET.test(call.name)))
      .map(({ node }) => `${path}:${lineOf(ast, node)}: fakes the time beside a real socket`)
  );
}

function callsIn(node: ts.Node): { name: string; node: ts.Node }[] {
  return [...nodesOf(node)].filter(ts.isCallExpression).map((call) => ({
    name: call.expression.getText(),
    node: call,
  }));
}

function isFakeTime(node: ts.Node): boolean {
  return ts.isNewExpression(node) && node.expression.getText() === "FakeTime";
}
