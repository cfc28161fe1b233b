import { useText } from '../engine-context.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import type { ValueProps } from './face.ts';
import { emptyText } from './face.ts';
import { faces } from './faces.ts';

/** A value as its type shows it; one that cannot be drawn shows its own fault and nothing else fails. */
export function FieldValue(props: ValueProps) {
  const t = useText();
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={props.record}>
      <Face {...props} />
    </ErrorBoundary>
  );
}

function Face(props: ValueProps) {
  const { context } = usePageRuntime();
  const { Cell, text } = faces[props.field.type];
  if (text(props, context) === emptyText) return <span className="engine-empty">{emptyText}</span>;
  return Cell === undefined ? text(props, context) : <Cell {...props} />;
}
