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
  const { value, isPlain = false } = drawnValue(props, hasRoom, context);
  // Nothing in it can fail, and most cells of a table are like that.
  if (dial === undefined && isPlain) return value;
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={record}>
      {value}
      {dial === undefined ? null : <DialButton entity={dial} path={path} title={field.title} record={record} />}
    </ErrorBoundary>
  );
}

const empty = <span className="engine-empty">{emptyText}</span>;

/** What is drawn of a value, and whether nothing in it can fail. */
type Drawn = { readonly value: ReactNode; readonly isPlain?: true };

// No component of its own: a table has thousands of values.
function drawnValue(props: ValueProps, hasRoom: boolean, context: ViewContext): Drawn {
  const { Cell, Block, plain, text } = fieldRenderers[props.field.type];
  const words = textOf(text, props, context);
  if (typeof words !== 'string') return { value: words };
  if (words === emptyText) return { value: empty, isPlain: true };
  const Special = specialOf(props, hasRoom);
  if (Special !== undefined)
    return {
      value: (
        <Suspense fallback={null}>
          <Special {...props} />
        </Suspense>
      ),
    };
  const Shown = (hasRoom ? Block : undefined) ?? Cell;
  if (Shown === undefined) return { value: words, isPlain: true };
  const value = Shown === Cell ? plain?.(words, props, context) : undefined;
  return value === undefined ? { value: <Shown {...props} /> } : { value, isPlain: true };
}

/** What draws values of any type that mean more than their type says. */
function specialOf({ field }: ValueProps, hasRoom: boolean) {
  if (field.conditions !== undefined) return ConditionsWords;
  return hasRoom && field.shape !== undefined ? ShapeValue : undefined;
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
