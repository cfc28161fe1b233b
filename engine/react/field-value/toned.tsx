import type { ReactNode } from 'react';
import type { FactView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { usePageRuntime } from '../host/page-runtime.ts';
import './toned.css';

type TonedProps = {
  readonly of: Pick<FactView, 'toneOf'>;
  readonly record: WireRecord;
  readonly children: ReactNode;
};

/** Colours a value as its expression says; without one it is left as it is. */
export function Toned({ of, record, children }: TonedProps) {
  const page = usePageRuntime();
  const tone = of.toneOf?.(page.scope(record));
  return tone === undefined ? children : <span className={`engine-toned engine-tone-${tone}`}>{children}</span>;
}
