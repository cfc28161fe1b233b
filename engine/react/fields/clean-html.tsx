import createPurifier from 'dompurify';
import { useMemo } from 'react';

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  // Links lead out of the page that shows them, and tell the place they lead to nothing of it.
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  // Pictures of our own only: one of another host would tell it who looks.
  if (node.tagName === 'IMG' && !isOurs(node.getAttribute('src'))) node.remove();
});

function isOurs(address: string | null): boolean {
  return (
    address !== null &&
    URL.canParse(address, location.href) &&
    new URL(address, location.href).origin === location.origin
  );
}

const kept = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'option',
    'iframe',
    'audio',
    'video',
    'dialog',
  ],
  FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'background'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** The one place where text becomes part of the page. It is cleaned here whoever wrote it, stored clean or not. */
export function CleanHtml({ html }: { readonly html: string }) {
  const clean = useMemo(() => purifier.sanitize(html, kept), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above
  return <div className="engine-html" dangerouslySetInnerHTML={{ __html: clean }} />;
}
