import { Suspense } from 'react';

import { lazyPart } from '../parts/lazy-part.tsx';

// The cleaner is only needed where formatted text is shown.
const CleanHtml = lazyPart(async () => (await import('./clean-html.tsx')).CleanHtml);

type HtmlTextProps = {
  readonly html: string;
  /** Where its pictures are found, by file, as far as the server has told. */
  readonly addresses?: Readonly<Record<string, string>> | undefined;
};

/** Formatted text as it looks, without anything in it that acts; plain until the cleaner has come. */
export function HtmlText({ html, addresses }: HtmlTextProps) {
  return (
    <Suspense fallback={<div className="engine-html">{plainText(html)}</div>}>
      <CleanHtml html={html} addresses={addresses} />
    </Suspense>
  );
}

/** The text that formatted text holds, formulas as their source; nothing in it runs or is fetched. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const formula of body.querySelectorAll('span[data-latex]'))
    formula.textContent = formula.getAttribute('data-latex');
  return body.textContent?.trim() ?? '';
}
