import { Popover } from 'antd';
import { useState } from 'react';
import type { CalendarDisplay, ListView } from '../../../model/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { useText } from '../../engine-context.tsx';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { usePageRuntime } from '../../page/page-runtime.ts';
import { CardFacts, CardTitle, useCardName } from '../record-card.tsx';
import type { DayItem } from './calendar-span.ts';

type EntryProps = { readonly view: ListView; readonly display: CalendarDisplay; readonly item: DayItem };

/** A record on a day; it opens to its values and actions. */
export function CalendarEntry(props: EntryProps) {
  const t = useText();
  return (
    <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.cell')} />} resetKey={props.item.record}>
      <Entry {...props} />
    </ErrorBoundary>
  );
}

function Entry({ view, display, item }: EntryProps) {
  const page = usePageRuntime();
  const [open, setOpen] = useState(false);
  const { record, time } = item;
  const name = useCardName(display.card)(record);
  const tone = display.card.toneOf?.(page.scope(record)) ?? 'blue';
  const classes = ['engine-calendar-entry', `engine-tone-${tone}`];
  if (item.isContinued) classes.push('engine-calendar-continued');
  if (item.goesOn) classes.push('engine-calendar-goes-on');
  // What is done from here may open a form: the card is then out of the way.
  const content = (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons inside are what is used
    <div className="engine-calendar-card" onClick={() => setOpen(false)}>
      <CardTitle card={display.card} record={record} />
      <CardFacts card={display.card} record={record} />
      <RowActions actions={view.row} record={record} name={name} />
    </div>
  );
  return (
    <Popover trigger="click" open={open} onOpenChange={setOpen} content={content} destroyOnHidden>
      <button type="button" className={classes.join(' ')} title={name} aria-expanded={open}>
        {time === undefined ? null : <time>{time}</time>}
        <span>{name}</span>
      </button>
    </Popover>
  );
}
