import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Space, Spin } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { FaultBlock, useEngine } from '../../react/index.ts';
import { LeftPages } from '../made/left-pages.tsx';
import { useDesignText } from '../texts/use-design-text.ts';
import './upgrade.css';
import { type EditGroup, groupsOf, outcomes, type Settled, type Take, type UpgradeEdit } from './upgrade-edits.ts';
import { type EditWords, useEditWords } from './use-edit-words.ts';

type Answer = { readonly list: readonly UpgradeEdit[]; readonly applied: number };

/** Every edit that an upgrade of the product touched: what it was, what it is now, what we made of it; decided one by one or alike. */
export function UpgradeReview() {
  return (
    <div className="design-upgrade">
      <LeftPages />
      <EditReview />
    </div>
  );
}

function EditReview() {
  const { client } = useEngine();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['design', 'upgrade'],
    queryFn: ({ signal }) => client.callAt<Answer>('/v1/design/upgrade/query', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { settle, isSending } = useSettle(() => {
    setChosen(new Set());
    void queries.invalidateQueries({ queryKey: ['design'] });
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spin />;
  const { list, applied } = data;
  if (list.length === 0)
    return <Alert type="success" showIcon message={`没有需要核对的改动；照常生效的有 ${applied} 处。`} />;
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
      <p>
        共 {list.length} 处需要核对，照常生效的有 {applied} 处。没有决定的一直保留，不会丢失。
      </p>
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
          全选
        </Checkbox>
        <Button loading={isSending} disabled={chosen.size === 0} onClick={() => take([...chosen], 'mine')}>
          选中的保留我们的
        </Button>
        <Button loading={isSending} disabled={chosen.size === 0} onClick={() => take([...chosen], 'shipped')}>
          选中的以产品为准
        </Button>
        {same.length === 0 ? null : (
          <Button loading={isSending} onClick={() => take(same, 'shipped')}>
            清理已经一样的 {same.length} 处
          </Button>
        )}
      </Space>
      {groupsOf(list).map((group) => (
        <Group key={group.key} group={group} chosen={chosen} onToggle={toggle} onTake={take} />
      ))}
    </div>
  );
}

function useSettle(onDone: () => void) {
  const { client } = useEngine();
  const { message } = App.useApp();
  const [isSending, setSending] = useState(false);
  const settle = async (edits: readonly { readonly key: string; readonly take: Take }[]) => {
    setSending(true);
    try {
      const options = { idempotencyKey: crypto.randomUUID(), quiet: true };
      const { settled } = await client.callAt<Settled>('/v1/design/upgrade/settle', { edits }, options);
      const drafts = settled.filter(({ release }) => release === undefined).length;
      void message.success(drafts === 0 ? '已处理并发布' : `已处理；${drafts} 个页面记入草稿，发布后生效`);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      void message.error(error.message);
    } finally {
      setSending(false);
    }
  };
  return { settle, isSending };
}

type GroupProps = {
  readonly group: EditGroup;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (keys: readonly string[], isOn: boolean) => void;
  readonly onTake: (keys: readonly string[], take: Take) => void;
};

function Group({ group, chosen, onToggle, onTake }: GroupProps) {
  const t = useDesignText();
  const wordsOf = useEditWords(group);
  const whose =
    group.level === 'org' ? t('designer.upgrade.org') : t('designer.upgrade.role', { role: group.role ?? '' });
  return (
    <section className="engine-card design-upgrade-group" aria-label={`${group.title} · ${whose}`}>
      <h3>
        {group.title} <span className="engine-quiet">{whose}</span>
      </h3>
      <ul>
        {group.edits.map((edit) => (
          <Edit
            key={edit.key}
            edit={edit}
            words={wordsOf(edit)}
            isChosen={chosen.has(edit.key)}
            onToggle={(isOn) => onToggle([edit.key], isOn)}
            onTake={(take) => onTake([edit.key], take)}
          />
        ))}
      </ul>
    </section>
  );
}

type EditProps = {
  readonly edit: UpgradeEdit;
  readonly words: EditWords;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly onTake: (take: Take) => void;
};

function Edit({ edit, words, isChosen, onToggle, onTake }: EditProps) {
  const { title, hint, colour } = outcomes[edit.status];
  return (
    <li>
      <div className="design-upgrade-what">
        <Checkbox
          checked={isChosen}
          aria-label={`选中 ${words.place}`}
          onChange={(event) => onToggle(event.target.checked)}
        />
        <strong>{words.place}</strong>
        <span className={`engine-tag engine-tone-${colour}`}>{title}</span>
        <span className="engine-quiet">{hint}</span>
      </div>
      <dl>
        <div>
          <dt>原来</dt>
          <dd>{words.was}</dd>
        </div>
        <div>
          <dt>产品现在</dt>
          <dd>{words.is}</dd>
        </div>
        <div>
          <dt>我们的</dt>
          <dd>{words.mine}</dd>
        </div>
      </dl>
      <Space wrap>
        {edit.status === 'same' ? null : (
          <Button size="small" aria-label={`${words.place}：保留我们的`} onClick={() => onTake('mine')}>
            保留我们的
          </Button>
        )}
        <Button size="small" aria-label={`${words.place}：以产品为准`} onClick={() => onTake('shipped')}>
          以产品为准
        </Button>
      </Space>
    </li>
  );
}
