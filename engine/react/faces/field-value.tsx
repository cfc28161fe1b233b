import { useText } from '../engine-context.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import type { ValueProps } from './face.ts';
import { emptyText } from './face.ts';
import { faces } from './faces.ts';

/** A value as its type shows it; one that cannot be drawn shows its own fault and nothing else fails. */
export function FieldValue({ hasRoom = false, ...props }: ValueProps & { readonly hasRoom?: boolean }) {
  const t = useText();
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={props.record}>
      <Face props={props} hasRoom={hasRoom} />
    </ErrorBoundary>
  );
}

function Face({ props, hasRoom }: { readonly props: ValueProps; readonly hasRoom: boolean }) {
  const { context } = usePageRuntime();
  const { Cell, Block, text } = faces[props.field.type];
  if (text(props, context) === emptyText) return <span className="engine-empty">{emptyText}</span>;
  const Shown = hasRoom ? (Block ?? Cell) : Cell;
  return Shown === undefined ? text(props, context) : <Shown {...props} />;
}
