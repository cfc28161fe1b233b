/** Leaves out what is undefined, so that optional properties are truly absent. */
export function defined<Shape extends Readonly<Record<string, unknown>>>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  const kept: { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } = {};
  for (const key in shape) {
    const value = shape[key];
    if (isDefined(value)) kept[key] = value;
  }
  return kept;
}

function isDefined<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
