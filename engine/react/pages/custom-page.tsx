import type { CustomPage } from '../../model/documents/index.ts';
import { WidgetSlot } from '../widgets/widget-slot.tsx';

/** A page that a registered widget draws, with the operations the page declares for it. */
export function CustomPageView({ page }: { readonly page: CustomPage }) {
  const operations = (page.operations ?? []).map(({ key, api }) => ({ key, api }));
  return (
    <div className="engine-page">
      <WidgetSlot name={page.widget} slot="page" title={page.title} props={page.props} operations={operations} />
    </div>
  );
}
