/** Values by name, as a form or one of its rows holds them. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether a value counts as none. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether two values are the same to whoever filled them in. */
export function isSame(a: unknown, b: unknown): boolean {
  return (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);
}
