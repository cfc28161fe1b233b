/** How the names of pages made in the app begin, before a capital letter or a digit. */
export const madePrefix = 'own';

/** How their addresses begin. */
export const madePathPrefix = '/own/';

/** Whether a name is that of a page made in the app: no page of a product has such a one. */
export function isMadeName(name: string): boolean {
  return /^own[A-Z0-9]/.test(name);
}

/** The name and the address of a page made in the app, by the last part of its address. */
export function madeNames(slug: string): { readonly name: string; readonly path: string } {
  return { name: `${madePrefix}${slug.charAt(0).toUpperCase()}${slug.slice(1)}`, path: `${madePathPrefix}${slug}` };
}
