import createPurifier from 'dompurify';
import { useEffect, useMemo, useRef } from 'react';
import { isId, maxFormula } from '../../model/fields/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import { inertHtml } from './html/inert-html.ts';

const formulaTypes = new Set(['inline-math', 'block-math']);

/** Formulas of the text being cleaned. */
const formulas = new WeakSet<Element>();

const purifier = createPurifier(window);
purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  if (attribute.attrName !== 'data-latex') return;
  // A formula becomes text, which stands there until it is drawn: as an attribute, `f: x` would be taken for an address.
  attribute.keepAttr = false;
  const latex = node.getAttribute('data-latex') ?? '';
  const isFormula = node.tagName === 'SPAN' && formulaTypes.has(node.getAttribute('data-type') ?? '');
  if (!isFormula || [...latex].length > maxFormula) return;
  node.textContent = latex;
  formulas.add(node);
});
purifier.addHook('afterSanitizeAttributes', (node) => {
  // Links lead out of the page that shows them, and tell the place they lead to nothing of it.
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  if (!formulas.has(node)) node.removeAttribute('data-type');
  if (node.tagName !== 'IMG') return node.removeAttribute('data-file');
  // Pictures are files of ours: one of another host would tell it who looks.
  node.removeAttribute('src');
  return isId(node.getAttribute('data-file') ?? '') ? undefined : node.remove();
});

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
  ADD_ATTR: ['data-file', 'data-type', 'data-latex'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

type CleanHtmlProps = {
  readonly html: string;
  /** Where its pictures are found, by file, as far as the server has told. */
  readonly addresses?: Readonly<Record<string, string>> | undefined;
};

/** The one place where text becomes part of the page. It is cleaned here whoever wrote it, stored clean or not. */
export function CleanHtml({ html, addresses }: CleanHtmlProps) {
  const { client } = useEngine();
  const place = useRef<HTMLDivElement>(null);
  const clean = useMemo(() => purifier.sanitize(inertHtml(html), kept), [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn into goes with the text
  useEffect(() => {
    const root = place.current;
    if (root === null) return undefined;
    const stop = new AbortController();
    const ask = async (id: string) =>
      (await client.call('/v1/file/preview', { id }, { quiet: true, signal: stop.signal })).address;
    for (const picture of root.querySelectorAll('img')) void show(picture, addresses, ask);
    if (root.querySelector('span[data-type]') !== null)
      // Whose script does not come keeps the source.
      import('./html/draw-formula.ts').then(
        ({ drawFormulas }) => stop.signal.aborted || drawFormulas(root),
        () => undefined,
      );
    return () => stop.abort();
  }, [clean, addresses, client]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above
  return <div ref={place} className="engine-html" dangerouslySetInnerHTML={{ __html: clean }} />;
}

/** Shows a picture from its address; an address that is too old, or not told, is asked for once. */
async function show(
  picture: HTMLImageElement,
  addresses: CleanHtmlProps['addresses'],
  ask: (id: string) => Promise<string>,
): Promise<void> {
  const id = picture.dataset.file ?? '';
  const anew = async () => {
    const address = await ask(id).catch(() => undefined);
    if (address !== undefined) picture.src = address;
  };
  const told = addresses?.[id];
  if (told === undefined) return anew();
  picture.addEventListener('error', () => void anew(), { once: true });
  picture.src = told;
}
