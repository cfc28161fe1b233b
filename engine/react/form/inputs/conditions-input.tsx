import { Suspense } from 'react';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';

// Few fields hold conditions, and it takes what a list takes to put them together.
const ConditionsEditor = lazyPart(async () => (await import('./conditions-editor.tsx')).ConditionsEditor);

/** Conditions on the rows of another entity. */
export function ConditionsInput(props: InputProps) {
  return (
    <Suspense fallback={<div className="engine-form-coming" aria-busy="true" />}>
      <ConditionsEditor {...props} />
    </Suspense>
  );
}
