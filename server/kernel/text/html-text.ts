import sanitizeHtml from 'sanitize-html';

/** Where a block ends, words do not run together. */
const ends = /<\/(?:p|div|h[1-6]|li|dt|dd|tr|td|th|blockquote|pre|caption)>|<br\s*\/?>/gi;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The words of a formatted text in one line: no markup, nothing that acts, formulas as their LaTeX. */
export function textOfHtml(html: string): string {
  const text = sanitizeHtml(html.replace(ends, '$& '), {
    // Text put into a tag that is not kept takes with it all that follows: the tag goes afterwards.
    allowedTags: ['span'],
    allowedAttributes: {},
    transformTags: {
      span: (tagName, { 'data-latex': latex }) =>
        latex === undefined ? { tagName, attribs: {} } : { tagName, attribs: {}, text: latex },
    },
  });
  return text
    .replace(/<\/?span>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
