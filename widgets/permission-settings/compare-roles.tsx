import { Empty, Select } from 'antd';
import { useMemo, useState } from 'react';
import { DifferenceList } from './difference-list.tsx';
import { type PageCalls, type Role, usePolicies } from './permission-calls.ts';
import { differences, draftOf, type Names } from './role-draft.ts';
import { useGrantText } from './use-grant-text.ts';

type CompareProps = { readonly roles: readonly Role[]; readonly names: Names; readonly calls: PageCalls };

/** Two roles: what the one has that the other has not, and what both have otherwise. */
export function CompareRoles({ roles, names, calls }: CompareProps) {
  const t = useGrantText();
  const [first, setFirst] = useState(roles[0]?.id);
  const [second, setSecond] = useState(roles[1]?.id);
  const policies = [usePolicies(first, calls), usePolicies(second, calls)] as const;
  const [a, b] = [roles.find(({ id }) => id === first), roles.find(({ id }) => id === second)];
  const [before, after] = policies;
  const changes = useMemo(() => {
    if (a === undefined || b === undefined || before === undefined || after === undefined) return [];
    return differences(draftOf(a, before), draftOf(b, after), names, t);
  }, [a, b, before, after, names, t]);
  const options = roles.map(({ id, name }) => ({ value: id, label: name }));
  const parts = [
    { key: 'less', title: t('compared.less', { name: a?.name ?? '' }), kinds: ['less'] },
    { key: 'more', title: t('compared.more', { name: b?.name ?? '' }), kinds: ['more'] },
    {
      key: 'other',
      title: t('compared.other', { first: a?.name ?? '', second: b?.name ?? '' }),
      kinds: ['other'],
    },
  ] as const;
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
    </>
  );
}
