import type { WidgetCard } from '../../../model/documents/index.ts';
import { WidgetSlot } from '../../widgets/widget-slot.tsx';
import { CardFrame } from './card-frame.tsx';

/** A registered widget on a dashboard. */
export function WidgetCardView({ card }: { readonly card: WidgetCard }) {
  return (
    <CardFrame title={card.title} help={card.help}>
      <WidgetSlot name={card.widget} slot="card" title={card.title} props={card.props} />
    </CardFrame>
  );
}
