import { Suspense } from 'react';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { fieldRenderers } from '../fields/field-renderers.ts';
import type { ValueProps } from '../fields/renderer/field-renderer.ts';
import { emptyText } from '../fields/renderer/field-renderer.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { DialButton } from './dial-button.tsx';

// Few pages show conditions, and their words need what filters are made of.
const ConditionsWords = lazyPart(async () => (await import('../conditions/conditions-words.tsx')).ConditionsWords);

// The table of a structured value stands where there is room for it: not in lists.
const ShapeValue = lazyPart(async () => (await import('./shape-value.tsx')).ShapeValue);

type FieldValueProps = ValueProps & {
  readonly hasRoom?: boolean;
  /** Entity of the record, where the value is a number that can be dialled from here. */
  readonly dial?: string | undefined;
};

/** A value as its type shows it; one that cannot be drawn shows its own fault and nothing else fails. */
export function FieldValue({ hasRoom = false, dial, ...props }: FieldValueProps) {
  const t = useText();
  const { field, path, record } = props;
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={props.record}>
      <Renderer props={props} hasRoom={hasRoom} />
      {dial === undefined ? null : <DialButton entity={dial} path={path} title={field.title} record={record} />}
    </ErrorBoundary>
  );
}

function Renderer({ props, hasRoom }: { readonly props: ValueProps; readonly hasRoom: boolean }) {
  const { context } = usePageRuntime();
  const { Cell, Block, text } = fieldRenderers[props.field.type];
  if (text(props, context) === emptyText) return <span className="engine-empty">{emptyText}</span>;
  if (props.field.conditions !== undefined)
    return (
      <Suspense fallback={null}>
        <ConditionsWords {...props} />
      </Suspense>
    );
  if (hasRoom && props.field.shape !== undefined)
    return (
      <Suspense fallback={null}>
        <ShapeValue {...props} />
      </Suspense>
    );
  const Shown = hasRoom ? (Block ?? Cell) : Cell;
  return Shown === undefined ? text(props, context) : <Shown {...props} />;
}
