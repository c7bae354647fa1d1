import { assertEquals } from "@std/assert";
import { junitOf } from "../../../cli/output/junit.ts";

Deno.test("junitOf() fails a case for each undocumented request, escaped for XML, and passes one without any", () => {
  const request = { request: "GET /a?b&c", problem: 'the "x"\0', nearest: "<none>", count: 2, method: "GET" } as never;
  const lines = junitOf([request, request]).split("\n");
  assertEquals(lines[1], '<testsuite name="sandbox" tests="2" failures="2">');
  assertEquals(lines[2], lines[3]);
  const message = "the &#34;x&#34;&#63; is not documented (2x); the nearest is &#60;none&#62;";
  const name = "GET /a?b&#38;c";
  assertEquals(lines[2], `  <testcase classname="sandbox" name="${name}"><failure message="${message}"/></testcase>`);
  assertEquals(junitOf([]).match(/tests="1" failures="0">\n {2}<testcase [^>]*\/>/g)?.length, 1);
});
