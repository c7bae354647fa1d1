// Preloaded by `deno test`: no test runs, nor what prepares for one, so that the report only lists them.

Object.assign(Deno.test, { beforeAll() {}, afterAll() {} });
Deno.test.beforeEach(() => {
  throw new Error("only listed");
});
