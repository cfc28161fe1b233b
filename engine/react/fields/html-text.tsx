import { Suspense } from 'react';

import { lazyPart } from '../parts/lazy-part.tsx';

// The cleaner is only needed where formatted text is shown.
const CleanHtml = lazyPart(async () => (await import('./clean-html.tsx')).CleanHtml);

/** Formatted text as it looks, without anything in it that acts; plain until the cleaner has come. */
export function HtmlText({ html }: { readonly html: string }) {
  return (
    <Suspense fallback={<div className="engine-html">{plainText(html)}</div>}>
      <CleanHtml html={html} />
    </Suspense>
  );
}

/** The text that formatted text holds; nothing in it runs or is fetched. */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
}
