import { type ArgumentValue, EnumType, NumberType, Type, ValidationError } from "@cliffy/command";
import { SHARING } from "./choices.ts";

interface Bounds {
  readonly min: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

class BoundedType extends NumberType {
  readonly #bounds: Bounds;

  constructor(bounds: Bounds) {
    super();
    this.#bounds = bounds;
  }

  override parse(given: ArgumentValue): number {
    const { min, max = Infinity, isWhole = true } = this.#bounds;
    const value = super.parse({ ...given, type: isWhole ? "integer" : "number" });
    const { label, name, value: text } = given;
    if (isWhole && !Number.isInteger(value)) {
      throw new ValidationError(`${label} "${name}" must be of type "integer", but got "${text}".`);
    }
    if (value >= min && value <= max) return value;
    const range = max === Infinity ? `at least ${min}` : `from ${min} to ${max}`;
    throw new ValidationError(`${label} "${name}" must be ${range}, but got "${text}".`);
  }
}

class NamesType extends Type<readonly string[]> {
  readonly #example: string;

  constructor(example: string) {
    super();
    this.#example = example;
  }

  override parse({ label, name, value }: ArgumentValue): readonly string[] {
    const names = value.split(",").map((one) => one.trim()).filter((one) => one !== "");
    if (names.length === 0) throw new ValidationError(`${label} "${name}" needs names: ${name}=${this.#example}`);
    return names;
  }
}

/** A text of which completions know more, such as the name of a column. */
class TextType extends Type<string> {
  override parse({ value }: ArgumentValue): string {
    return value;
  }
}

/** A path; shells complete it themselves. An empty one is that of an unset variable. */
export class PathType extends TextType {
  override parse(given: ArgumentValue): string {
    if (given.value === "") throw new ValidationError(`${given.label} "${given.name}" needs a path.`);
    return super.parse(given);
  }
}

/** The types of all commands, by the name after the colon in `<limit:count>`. */
export type GlobalTypes =
  & Record<"count" | "natural" | "port" | "seconds" | "interval", BoundedType>
  & Record<"fields" | "columns", NamesType>
  & { column: TextType; path: PathType; sharing: EnumType<"public" | "private"> };

export const GLOBAL_TYPES: GlobalTypes = {
  count: new BoundedType({ min: 1 }),
  natural: new BoundedType({ min: 0 }),
  port: new BoundedType({ min: 0, max: 65_535 }),
  seconds: new BoundedType({ min: 0.001, max: 86_400, isWhole: false }),
  interval: new BoundedType({ min: 1, max: 86_400, isWhole: false }),
  fields: new NamesType("id,title"),
  columns: new NamesType("title,urn"),
  column: new TextType(),
  path: new PathType(),
  sharing: new EnumType(SHARING),
};
