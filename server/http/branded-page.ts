import type { Titles } from '../../engine/model/documents/index.ts';

/** What the browser colours its own frame with where the product has no colour. */
const engineFrame = '#001529';

/** The product as its own page shows it before anybody has signed in. */
export type Brand = {
  readonly title: string;
  /** What it is called in other languages. */
  readonly titles?: Titles | undefined;
  readonly slogan?: string | undefined;
  readonly slogans?: Titles | undefined;
  readonly detail?: string | undefined;
  readonly details?: Titles | undefined;
  /** One line of SVG. */
  readonly logo?: string | undefined;
  /** `#rrggbb`: what stands out, where nobody chose otherwise. */
  readonly colour?: string | undefined;
};

/** The page with what is the product's; where it has no logo of its own, the icon stays the engine's; what is not known stays as it is. */
export function branded(
  built: string,
  { title, titles, slogan = '', slogans, detail = '', details, logo, colour }: Brand,
  features?: readonly string[],
): string {
  const address = logo === undefined ? '' : `data:image/svg+xml,${encodeURIComponent(logo)}`;
  const words: Readonly<Record<string, string | undefined>> = {
    PRODUCT: title,
    TITLES: inLines(titles),
    SLOGAN: slogan,
    SLOGANS: inLines(slogans),
    SLOGAN_DETAIL: detail,
    SLOGAN_DETAILS: inLines(details),
    LOGO: address,
    COLOUR: colour ?? '',
    FRAME_COLOUR: colour ?? engineFrame,
    FEATURES: features?.join(' '),
  };
  const page = built.replace(/__([A-Z_]+?)__/g, (whole, name: string) => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined;
    return word === undefined ? whole : escapeHtml(word);
  });
  const icon = `<link rel="icon" type="image/svg+xml" href="${escapeHtml(address)}" />`;
  return logo === undefined ? page : page.replace(/<link rel="icon"[^>]*>/, () => icon);
}

/** What is said in other languages: a line for each, the language before it. */
function inLines(said: Titles = {}): string {
  return Object.entries(said)
    .map((line) => line.join(' '))
    .join('\n');
}

/** A text as it stands in markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
