/** Keys a user holds, exact or with a wildcard (`*`, `customer:*`). */
export type Grants = ReadonlySet<string>;

/** Whether the grants contain the key, by itself, by its entity's wildcard or by `*`. */
export function isGranted(grants: Grants, key: string): boolean {
  if (grants.has(key) || grants.has('*')) return true;
  const entity = key.split(':', 1)[0];
  return grants.has(`${entity}:*`);
}
