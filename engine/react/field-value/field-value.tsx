import { type ReactNode, Suspense } from 'react';
import type { ViewContext } from '../../model/view/index.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { fieldRenderers } from '../fields/field-renderers.ts';
import type { FieldRenderer, ValueProps } from '../fields/renderer/field-renderer.ts';
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
  const { context } = usePageRuntime();
  const { field, path, record } = props;
  const value = drawnValue(props, hasRoom, context);
  // Nothing in it can fail, and most cells of a table are like that.
  if (dial === undefined && (typeof value === 'string' || value === empty)) return value;
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={record}>
      {value}
      {dial === undefined ? null : <DialButton entity={dial} path={path} title={field.title} record={record} />}
    </ErrorBoundary>
  );
}

const empty = <span className="engine-empty">{emptyText}</span>;

// No component of its own: a table has thousands of values.
function drawnValue(props: ValueProps, hasRoom: boolean, context: ViewContext): ReactNode {
  const { Cell, Block, text } = fieldRenderers[props.field.type];
  const words = textOf(text, props, context);
  if (typeof words !== 'string') return words;
  if (words === emptyText) return empty;
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
  return Shown === undefined ? words : <Shown {...props} />;
}

/** The value in words; what cannot be said fails where the value stands, not around it. */
function textOf(text: FieldRenderer['text'], props: ValueProps, context: ViewContext): ReactNode {
  try {
    return text(props, context);
  } catch (error) {
    return <Failed error={error} />;
  }
}

function Failed({ error }: { readonly error: unknown }): never {
  throw error;
}
