import sanitizeHtml from 'sanitize-html';
import { KeyedCache } from '../../../engine/model/cache/index.ts';
import type { TextFormat } from '../../../engine/model/documents/index.ts';
import { isId, maxFormula, textFormats } from '../../../engine/model/fields/index.ts';

/** What stands in any text, whatever formats its field allows. */
const plainTags = ['p', 'div', 'span', 'br'];

/** The tags of each format. */
const formatTags: Readonly<Record<TextFormat, readonly string[]>> = {
  heading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  bold: ['b', 'strong'],
  italic: ['i', 'em'],
  underline: ['u'],
  strike: ['s', 'del'],
  superscript: ['sup'],
  subscript: ['sub'],
  list: ['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  quote: ['blockquote'],
  code: ['pre', 'code'],
  rule: ['hr'],
  table: ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  link: ['a'],
  picture: ['img'],
  formula: [],
};

/** What a field without `formats` keeps beside all of them. */
const rareTags = ['mark', 'small'];

/** Blocks that become a paragraph where their format is not allowed, so that their words do not run together. */
const lines = new Set([...formatTags.heading, 'li', 'dt', 'dd', 'blockquote', 'pre', 'caption', 'tr']);

const formulaTypes = new Set(['inline-math', 'block-math']);

type Attributes = Readonly<Record<string, string>>;

/** The LaTeX of a formula; undefined where a span is none. */
function latexOf({ 'data-type': type = '', 'data-latex': latex = '' }: Attributes): string | undefined {
  return formulaTypes.has(type) && latex.trim() !== '' && [...latex].length <= maxFormula ? latex : undefined;
}

/** A name no format allows: its tag goes, its text stays. */
const leftOut = 'left-out';

/** A formula keeps its LaTeX; where none is allowed, as text. Any other span keeps nothing. */
function span(attributes: Attributes, isAllowed: boolean): sanitizeHtml.Tag {
  const latex = latexOf(attributes);
  if (latex === undefined) return { tagName: 'span', attribs: {} };
  if (!isAllowed) return { tagName: leftOut, attribs: {}, text: latex };
  return { tagName: 'span', attribs: { 'data-type': attributes['data-type'] ?? '', 'data-latex': latex } };
}

/** A picture is a file; where its content is found is answered beside the text, since no address lasts. */
function picture({ 'data-file': file = '', alt = '', title, width, height }: Attributes): sanitizeHtml.Tag {
  const sizes = Object.entries({ width, height }).filter(([, size]) => /^[1-9]\d{0,3}$/.test(size ?? ''));
  const kept = { 'data-file': isId(file) ? file.toLowerCase() : '', alt, ...(title === undefined ? {} : { title }) };
  return { tagName: 'img', attribs: { ...kept, ...Object.fromEntries(sizes) } };
}

/** What stands within a formula only draws it, and goes. */
function withoutDrawings(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag' | 'textFilter'> & {
  readonly isDrawn: () => boolean;
} {
  let depth = 0;
  return {
    onOpenTag: (name, attributes) => {
      if (depth > 0 || (name === 'span' && latexOf(attributes) !== undefined)) depth += 1;
    },
    onCloseTag: () => {
      if (depth > 0) depth -= 1;
    },
    textFilter: (text, tagName) => (depth > 0 && tagName !== leftOut ? '' : text),
    isDrawn: () => depth > 1,
  };
}

/** The tags of a field: allowed ones, and those that become lines. */
function tagsOf(formats: readonly TextFormat[]) {
  const allowed = [...plainTags, ...formats.flatMap((format) => formatTags[format])];
  if (formats.length === textFormats.length) allowed.push(...rareTags);
  const isAllowed = new Set(allowed);
  return {
    allowed,
    asLines: Object.fromEntries([...lines].filter((tag) => !isAllowed.has(tag)).map((tag) => [tag, 'p'])),
  };
}

const tags = new KeyedCache<ReturnType<typeof tagsOf>>({ max: 100 });

/**
 * Formatted text without anything that acts, in the formats of its field: what is stored of it. Kept are paragraphs,
 * lists, tables, emphasis, links, formulas, and pictures that are files; no script, no style that could lay something
 * over the page, no form, no frame. Shown, it is cleaned once more.
 */
export function cleanHtml(text: string, formats: readonly TextFormat[] = textFormats): string {
  const { allowed, asLines } = tags.of(formats.join(' '), () => tagsOf(formats));
  const { isDrawn, ...hooks } = withoutDrawings();
  return sanitizeHtml(text, {
    ...hooks,
    allowedTags: allowed,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['data-file', 'alt', 'title', 'width', 'height'],
      span: ['data-type', 'data-latex'],
      ol: ['start'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
    },
    transformTags: {
      ...asLines,
      span: (_, attributes) => span(attributes, formats.includes('formula')),
      img: (_, attributes) => picture(attributes),
      '*': (tagName, attribs) => (isDrawn() ? { tagName: leftOut, attribs: {} } : { tagName, attribs }),
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 50,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (attribs['data-file'] ?? '') === '',
  });
}
