import { Radio } from 'antd';
import type { WireRecord } from '../../../model/wire/index.ts';
import { formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import type { ConflictChoice, ConflictItem } from './conflict-item.ts';
import { ConflictValue } from './conflict-value.tsx';

type ConflictFieldProps = {
  readonly item: ConflictItem;
  readonly record: WireRecord | undefined;
  readonly choice: ConflictChoice | undefined;
  readonly onChoose: (choice: ConflictChoice) => void;
};

/** One field in conflict: what it was, and a choice between what others made of it and what was typed. */
export function ConflictField({ item, record, choice, onChoose }: ConflictFieldProps) {
  const t = useText();
  const { view, title, stored } = item;
  return (
    <section className="engine-conflict-field">
      <h3>{title}</h3>
      <div className="engine-conflict-opened">
        <span className="engine-quiet">{t('engine.conflict.opened')}</span>
        <div>
          <ConflictValue view={view} value={item.opened} record={record} />
        </div>
      </div>
      <div role="radiogroup" aria-label={t('engine.conflict.choiceOf', { title })}>
        <Radio.Group
          className="engine-conflict-choices"
          value={choice ?? null}
          onChange={({ target }) => onChoose(target.value === 'theirs' ? 'theirs' : 'mine')}
        >
          <Radio value="theirs">
            <span className="engine-conflict-side">
              {t('engine.conflict.theirs')} <Author by={stored.by} at={stored.at} />
            </span>
            <span className="engine-conflict-value">
              <ConflictValue view={view} value={stored.stored} text={stored.storedText} record={record} />
            </span>
          </Radio>
          <Radio value="mine">
            <span className="engine-conflict-side">{t('engine.conflict.mine')}</span>
            <span className="engine-conflict-value">
              <ConflictValue view={view} value={item.typed} record={record} />
            </span>
          </Radio>
        </Radio.Group>
      </div>
    </section>
  );
}

function Author({ by, at }: { readonly by: string | undefined; readonly at: string | undefined }) {
  const words = [by, formatMoment(at)].filter((word) => word !== undefined).join(' ');
  return words === '' ? null : <span className="engine-quiet engine-number">（{words}）</span>;
}
