// jq, as a program of WebAssembly: the same jq as on a command line, loaded when `--jq` is given.
import { loadJq } from "jq-wasm/inline";
import { Failure, usage } from "../errors.ts";

const WRONG_EXPRESSION = 3;

export async function checkJq(expression: string): Promise<void> {
  const jq = await loadJq();
  const { exitCode, stderr } = jq.raw(null, `empty | (${expression}\n)`);
  if (exitCode === WRONG_EXPRESSION) throw usage(`--jq is invalid: ${complaint(stderr)}`);
}

/** Runs an expression on a value: texts as they are, everything else as JSON on one line. */
export async function runJq(expression: string, value: unknown, isEach: boolean): Promise<string> {
  const jq = await loadJq();
  const whole = isEach ? `.[] | (${expression}\n)` : expression;
  const { stdout, stderr, exitCode } = jq.raw(Object(value) === value ? Object(value) : String(value), whole, [
    "--raw-output",
    "--compact-output",
  ]);
  if (exitCode !== 0) throw new Failure("failed", `--jq: ${complaint(stderr)}`, { code: "jq" });
  return stdout === "" ? "" : `${stdout}\n`;
}

function complaint(stderr: string): string {
  const [first = ""] = stderr.split("\n");
  return first.replace(/^jq: error:? ?(\(at [^)]*\): )?/, "").replace(/ at <top-level>.*/, "") || "jq failed";
}
