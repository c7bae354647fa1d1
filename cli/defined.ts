export type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

export function defined<T extends object>(given: T): Defined<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;
}
