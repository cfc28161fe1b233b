/** A tag of formatted text, with its attributes as they are written and where it stands, or the text between two tags. */
export type HtmlPart =
  | {
      readonly kind: 'tag';
      readonly name: string;
      readonly isEnd: boolean;
      readonly attributes: string;
      readonly from: number;
      /** Where what comes after it begins. */
      readonly to: number;
    }
  | { readonly kind: 'text'; readonly text: string };

const tagStart = /^<(\/?)([a-z][a-z0-9]*)/i;

/** The parts of formatted text in order; comments are none. Takes time in proportion to its length. */
export function* htmlParts(html: string): Generator<HtmlPart> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) return yield textPart(html.slice(at));
    if (open > at) yield textPart(html.slice(at, open));
    if (html.startsWith('<!', open) || html.startsWith('<?', open)) {
      at = endOfComment(html, open);
      continue;
    }
    const [start, slash = '', name = ''] = tagStart.exec(html.slice(open, open + 40)) ?? [];
    if (start === undefined) {
      yield textPart('<');
      at = open + 1;
      continue;
    }
    const end = endOfTag(html, open + start.length);
    yield {
      kind: 'tag',
      name: name.toLowerCase(),
      isEnd: slash !== '',
      attributes: html.slice(open + start.length, end),
      from: open,
      to: end + 1,
    };
    at = end + 1;
  }
}

function textPart(written: string): HtmlPart {
  return { kind: 'text', text: unescaped(written) };
}

function endOfComment(html: string, open: number): number {
  const isComment = html.startsWith('<!--', open);
  const end = html.indexOf(isComment ? '-->' : '>', open);
  return end === -1 ? html.length : end + (isComment ? 3 : 1);
}

/** Where a tag ends: at the first `>` that stands in no quotes. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const letter = html.charAt(at);
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at;
  }
  return html.length;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lbrace: '{',
  lcub: '{',
  rbrace: '}',
  rcub: '}',
};

/** Text as it reads, of text as it is written in markup. */
export function unescaped(written: string): string {
  return written.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The value of a quoted attribute of a tag; undefined where it has none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, key = '', double, single] of attributes.matchAll(/([^\s"'=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (key.toLowerCase() === name) return unescaped(double ?? single ?? '');
  return undefined;
}

const inline = new Set('a b strong i em u s del mark small sub sup span code img'.split(' '));

/** The paragraphs of formatted text that hold any: lines, headings, items and cells, formulas left out. */
export function paragraphsOf(html: string): readonly string[] {
  const paragraphs: string[] = [];
  let line = '';
  const end = () => {
    if (line.trim() !== '') paragraphs.push(line.trim());
    line = '';
  };
  for (const part of htmlParts(html)) {
    if (part.kind === 'text') line += part.text;
    else if (!inline.has(part.name)) end();
  }
  end();
  return paragraphs;
}

/** Whether formatted text shows nothing: no words, picture, formula, rule or table. */
export function isBlank(html: string): boolean {
  for (const part of htmlParts(html)) {
    if (part.kind === 'text' ? part.text.trim() !== '' : /^(?:img|hr|table)$/.test(part.name)) return false;
    if (part.kind === 'tag' && attributeOf(part.attributes, 'data-latex') !== undefined) return false;
  }
  return true;
}

/** The LaTeX of each formula of formatted text, in order. */
export function formulasOf(html: string): readonly string[] {
  const formulas: string[] = [];
  for (const part of htmlParts(html)) {
    if (part.kind !== 'tag' || part.isEnd || part.name !== 'span') continue;
    const latex = attributeOf(part.attributes, 'data-latex');
    if (latex !== undefined) formulas.push(latex);
  }
  return formulas;
}

/** The files that the pictures of formatted text are, each once; what is no id is left to who cleans it. */
export function picturesOf(html: string): readonly string[] {
  const files = [...htmlParts(html)].map(pictureOf).filter((file) => file !== undefined);
  return [...new Set(files)];
}

/** Formatted text without the pictures that are these files; all else stays letter by letter. */
export function withoutPictures(html: string, files: ReadonlySet<string>): string {
  let kept = '';
  let from = 0;
  for (const part of htmlParts(html)) {
    const file = pictureOf(part);
    if (part.kind !== 'tag' || file === undefined || !files.has(file)) continue;
    kept += html.slice(from, part.from);
    from = part.to;
  }
  return kept + html.slice(from);
}

/** The file that a part of formatted text shows as a picture. */
function pictureOf(part: HtmlPart): string | undefined {
  return part.kind === 'tag' && !part.isEnd && part.name === 'img'
    ? attributeOf(part.attributes, 'data-file')
    : undefined;
}
