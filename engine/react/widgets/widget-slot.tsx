import { Spin } from 'antd';
import { Suspense } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { WidgetSlotProps } from './drawn-widget.tsx';

// Most pages have no widget, and checking what one is given takes a validator.
const DrawnWidget = lazyPart(async () => (await import('./drawn-widget.tsx')).DrawnWidget);

/** Draws a registered widget by name; an unknown, misused or failing one shows its fault in its place. */
export function WidgetSlot(props: WidgetSlotProps) {
  return (
    <Suspense fallback={<Spin size="small" />}>
      <DrawnWidget {...props} />
    </Suspense>
  );
}
