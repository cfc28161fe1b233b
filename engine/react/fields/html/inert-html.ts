/** What stands before the value of a style or a handler in a tag. */
const acting = /(\s|\/|["'])(style|on[a-z]+)(\s*=)/gi;

/**
 * Markup from elsewhere without what browsers act on, or report, as soon as they read it: style sheets go, and styles and
 * handlers of elements become `data-style` and so on, for who wants to know of them.
 */
export function inertHtml(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(acting, '$1data-$2$3'));
}
