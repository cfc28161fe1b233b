import sanitizeHtml from 'sanitize-html';

/**
 * What is kept of formatted text: paragraphs, lists, tables, emphasis, links, and pictures of our own. No
 * script, no style that could lay something over the page, no form, no frame.
 */
const kept: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'mark', 'small', 'sub', 'sup'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'img'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // Pictures of our own only: the page's policy shows no others.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  // A picture whose address was not kept is nothing.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (attribs.src ?? '') === '',
};

/** Formatted text without anything that acts: what is stored of a `html` field. Shown, it is cleaned once more. */
export function cleanHtml(text: string): string {
  return sanitizeHtml(text, kept);
}
