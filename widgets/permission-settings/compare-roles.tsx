import { Empty, Select } from 'antd';
import { useMemo, useState } from 'react';
import { QueryState } from '../../engine/react/index.ts';
import { DifferenceList } from './difference-list.tsx';
import { type Names, type PageCalls, type Policy, type Role, usePolicies } from './permission-calls.ts';
import { differences, draftOf } from './role-draft.ts';
import { useGrantText } from './use-grant-text.ts';

type CompareProps = { readonly roles: readonly Role[]; readonly names: Names; readonly calls: PageCalls };

/** Two roles: what the one has that the other has not, and what both have otherwise. */
export function CompareRoles({ roles, names, calls }: CompareProps) {
  const t = useGrantText();
  const [first, setFirst] = useState(roles[0]?.id);
  const [second, setSecond] = useState(roles[1]?.id);
  const [policiesOfFirst, policiesOfSecond] = [usePolicies(first, calls), usePolicies(second, calls)];
  const [a, b] = [roles.find(({ id }) => id === first), roles.find(({ id }) => id === second)];
  const options = roles.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <div className="grant-tools">
        <Select
          aria-label={t('compared.first')}
          className="grant-scope"
          value={first}
          options={options}
          onChange={setFirst}
        />
        <span className="engine-quiet">{t('compared.with')}</span>
        <Select
          aria-label={t('compared.second')}
          className="grant-scope"
          value={second}
          options={options}
          onChange={setSecond}
        />
      </div>
      {a === undefined || b === undefined ? null : (
        <QueryState query={policiesOfFirst}>
          {(before) => (
            <QueryState query={policiesOfSecond}>
              {(after) => (
                <Compared first={{ role: a, policies: before }} second={{ role: b, policies: after }} names={names} />
              )}
            </QueryState>
          )}
        </QueryState>
      )}
    </>
  );
}

type Side = { readonly role: Role; readonly policies: readonly Policy[] };
type ComparedProps = { readonly first: Side; readonly second: Side; readonly names: Names };

/** What is otherwise, once everything of both is known: of a half nobody may read that there is no difference. */
function Compared({ first, second, names }: ComparedProps) {
  const t = useGrantText();
  const { role: a, policies: before } = first;
  const { role: b, policies: after } = second;
  const changes = useMemo(
    () => differences(draftOf(a, before), draftOf(b, after), names, t),
    [a, b, before, after, names, t],
  );
  const parts = [
    { key: 'less', title: t('compared.less', { name: a.name }), kinds: ['less'] },
    { key: 'more', title: t('compared.more', { name: b.name }), kinds: ['more'] },
    {
      key: 'other',
      title: t('compared.other', { first: a.name, second: b.name }),
      kinds: ['other'],
    },
  ] as const;
  return (
    <div className="grant-compared">
      {parts.map(({ key, title, kinds }) => {
        const told = changes.filter(({ kind }) => kinds.some((one) => one === kind));
        return (
          <section key={key} aria-label={title}>
            <h2>
              {title} <span className="engine-quiet">{told.length}</span>
            </h2>
            {told.length === 0 ? (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('compared.none')} />
            ) : (
              <DifferenceList
                changes={told}
                label={title}
                words={{ more: t('compared.has'), less: t('compared.has'), other: t('compared.differs') }}
              />
            )}
          </section>
        );
      })}
    </div>
  );
}
