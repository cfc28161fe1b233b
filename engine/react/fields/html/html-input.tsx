import { Suspense } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { InputProps } from '../renderer/field-renderer.ts';

// The editor is only needed where a text is filled in.
const HtmlEditor = lazyPart(async () => (await import('./html-editor.tsx')).HtmlEditor);

/** Formatted text, filled in as it looks. */
export function HtmlInput(props: InputProps) {
  return (
    <Suspense fallback={<div className="engine-html-coming" aria-busy="true" />}>
      <HtmlEditor {...props} />
    </Suspense>
  );
}
