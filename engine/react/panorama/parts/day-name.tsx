import { addDays, dayOf } from '../../../model/time/index.ts';
import { useText } from '../../host/engine-context.tsx';

/** A day of a timeline: its date, and what it is called when it is near. */
export function DayName({ day }: { readonly day: string }) {
  const t = useText();
  const today = dayOf(new Date().toISOString());
  const near =
    day === today ? t('engine.period.today') : day === addDays(today, -1) ? t('engine.period.yesterday') : undefined;
  return near === undefined ? day : `${near} · ${day}`;
}
