import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Space } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { FaultBlock, QueryState, titled, useEngine } from '../../react/index.ts';
import { LeftPages } from '../made/left-pages.tsx';
import { useDesignText } from '../texts/use-design-text.ts';
import './upgrade.css';
import {
  type EditedPlace,
  type EditGroup,
  groupsOf,
  outcomeTones,
  type Settled,
  type Take,
  type UpgradeEdit,
} from './upgrade-edits.ts';
import { type EditWords, useEditWords } from './use-edit-words.ts';

type Answer = { readonly list: readonly UpgradeEdit[]; readonly applied: number };

type ReviewProps = {
  /** Opens the page where an edit is, to be written anew; absent for who does not design. */
  readonly onDesign?: ((place: EditedPlace) => void) | undefined;
};

/** Every edit that an upgrade of the product touched: what it was, what it is now, what we made of it; decided one by one or alike. */
export function UpgradeReview({ onDesign }: ReviewProps) {
  return (
    <div className="design-upgrade">
      <LeftPages />
      <EditReview onDesign={onDesign} />
    </div>
  );
}

function EditReview({ onDesign }: ReviewProps) {
  const { client } = useEngine();
  const edits = useQuery({
    queryKey: ['design', 'upgrade'],
    queryFn: ({ signal }) => client.callAt<Answer>('/v1/design/upgrade/query', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  return <QueryState query={edits}>{(answer) => <Edits {...answer} onDesign={onDesign} />}</QueryState>;
}

function Edits({ list, applied, onDesign }: Answer & ReviewProps) {
  const t = useDesignText();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { settle, isSending } = useSettle(() => {
    setChosen(new Set());
    void queries.invalidateQueries({ queryKey: ['design'] });
  });
  if (list.length === 0)
    return <Alert type="success" showIcon message={t('designer.upgrade.nothing', { count: applied })} />;
  const toggle = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    setChosen(next);
  };
  const take = (keys: readonly string[], what: Take) => void settle(keys.map((key) => ({ key, take: what })));
  const same = list.filter(({ status }) => status === 'same').map(({ key }) => key);
  return (
    <div className="design-upgrade">
      <p>{t('designer.upgrade.sum', { count: list.length, applied })}</p>
      <Space wrap>
        <Checkbox
          checked={chosen.size === list.length}
          indeterminate={chosen.size > 0 && chosen.size < list.length}
          onChange={(event) =>
            toggle(
              list.map(({ key }) => key),
              event.target.checked,
            )
          }
        >
          {t('designer.selectAll')}
        </Checkbox>
        <Button loading={isSending} disabled={chosen.size === 0} onClick={() => take([...chosen], 'mine')}>
          {t('designer.upgrade.mineAll')}
        </Button>
        <Button loading={isSending} disabled={chosen.size === 0} onClick={() => take([...chosen], 'shipped')}>
          {t('designer.upgrade.shippedAll')}
        </Button>
        {same.length === 0 ? null : (
          <Button loading={isSending} onClick={() => take(same, 'shipped')}>
            {t('designer.upgrade.clearSame', { count: same.length })}
          </Button>
        )}
      </Space>
      {groupsOf(list).map((group) => (
        <Group key={group.key} {...{ group, chosen, isSending, onDesign }} onToggle={toggle} onTake={take} />
      ))}
    </div>
  );
}

function useSettle(onDone: () => void) {
  const t = useDesignText();
  const { client } = useEngine();
  const { message } = App.useApp();
  const [isSending, setSending] = useState(false);
  const settle = async (edits: readonly { readonly key: string; readonly take: Take }[]) => {
    setSending(true);
    try {
      const options = { idempotencyKey: crypto.randomUUID(), quiet: true };
      const { settled } = await client.callAt<Settled>('/v1/design/upgrade/settle', { edits }, options);
      const drafts = settled.filter(({ release }) => release === undefined).length;
      const told = drafts === 0 ? t('designer.upgrade.settled') : t('designer.upgrade.drafts', { count: drafts });
      // Somebody else settled or published it meanwhile: nothing of this was done.
      if (settled.length === 0) void message.warning(t('designer.upgrade.meanwhile'));
      else void message.success(told);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      void message.error(error.message);
      onDone();
    } finally {
      setSending(false);
    }
  };
  return { settle, isSending };
}

type GroupProps = ReviewProps & {
  readonly group: EditGroup;
  readonly chosen: ReadonlySet<string>;
  readonly isSending: boolean;
  readonly onToggle: (keys: readonly string[], isOn: boolean) => void;
  readonly onTake: (keys: readonly string[], take: Take) => void;
};

function Group({ group, chosen, isSending, onToggle, onTake, onDesign }: GroupProps) {
  const t = useDesignText();
  const { wordsOf, words } = useEditWords(group);
  const whose =
    group.level === 'org' ? t('designer.upgrade.org') : t('designer.upgrade.role', { role: group.role ?? '' });
  return (
    <section className="engine-card design-upgrade-group" aria-label={`${group.title} · ${whose}`}>
      <h3>
        {group.title} <span className="engine-quiet">{whose}</span>
      </h3>
      {words.error === null ? null : <FaultBlock error={words.error} onRetry={() => void words.refetch()} />}
      <ul>
        {group.edits.map((edit) => (
          <Edit
            key={edit.key}
            edit={edit}
            words={wordsOf(edit)}
            isChosen={chosen.has(edit.key)}
            isSending={isSending}
            onToggle={(isOn) => onToggle([edit.key], isOn)}
            onTake={(take) => onTake([edit.key], take)}
            onDesign={onDesign}
          />
        ))}
      </ul>
    </section>
  );
}

type EditProps = ReviewProps & {
  readonly edit: UpgradeEdit;
  readonly words: EditWords;
  readonly isChosen: boolean;
  readonly isSending: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly onTake: (take: Take) => void;
};

function Edit({ edit, words, isChosen, isSending, onToggle, onTake, onDesign }: EditProps) {
  const t = useDesignText();
  return (
    <li>
      <div className="design-upgrade-what">
        <Checkbox
          checked={isChosen}
          aria-label={t('designer.upgrade.select', { place: words.place })}
          onChange={(event) => onToggle(event.target.checked)}
        />
        <strong>{words.place}</strong>
        <span className={`engine-tag engine-tone-${outcomeTones[edit.status]}`}>
          {t(`designer.upgrade.${edit.status}`)}
        </span>
        <span className="engine-quiet">{t(`designer.upgrade.${edit.status}.hint`)}</span>
      </div>
      <dl>
        <div>
          <dt>{t('designer.upgrade.was')}</dt>
          <dd>{words.was}</dd>
        </div>
        <div>
          <dt>{t('designer.upgrade.is')}</dt>
          <dd>{words.is}</dd>
        </div>
        <div>
          <dt>{t('designer.upgrade.ours')}</dt>
          <dd>{words.mine}</dd>
        </div>
      </dl>
      <Space wrap>
        {edit.status === 'same' ? null : (
          <Button
            size="small"
            disabled={isSending}
            aria-label={titled(words.place, t('designer.upgrade.mine'))}
            onClick={() => onTake('mine')}
          >
            {t('designer.upgrade.mine')}
          </Button>
        )}
        <Button
          size="small"
          disabled={isSending}
          aria-label={titled(words.place, t('designer.upgrade.shipped'))}
          onClick={() => onTake('shipped')}
        >
          {t('designer.upgrade.shipped')}
        </Button>
        {onDesign === undefined || edit.status === 'same' ? null : (
          <Button
            size="small"
            type="link"
            aria-label={titled(words.place, t('designer.upgrade.anew'))}
            onClick={() => onDesign(edit)}
          >
            {t('designer.upgrade.anew')}
          </Button>
        )}
      </Space>
    </li>
  );
}
