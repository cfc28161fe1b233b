import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Pagination, Space } from 'antd';
import { useState } from 'react';
import type { DesignTitles } from '../../model/design/index.ts';
import { formatMoment, QueryState, useEngine } from '../../react/index.ts';
import { CompareDialog, type CompareSide } from '../compare/compare-dialog.tsx';
import type { DesignTarget } from '../store/design-store.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import './releases.css';
import { RollBackDialog } from './roll-back-dialog.tsx';

export type ReleaseDrawerProps = {
  readonly target: DesignTarget;
  readonly titles: DesignTitles;
  readonly onRolledBack: (release: number) => void;
  readonly onClose: () => void;
  /** Whether the caller may publish, and so roll back. */
  readonly mayPublish?: boolean;
};

/** One release, as the server keeps it for ever. */
type Release = {
  readonly release: number;
  readonly author: string | null;
  readonly time: string;
  readonly note: string;
  readonly kind: 'publish' | 'rollback';
  readonly from?: number;
  readonly changes: number;
};
type Answer = { readonly list: readonly Release[]; readonly total: number };

const size = 20;

/** The releases of a page, the latest first: compared two by two, and gone back to. */
export function ReleaseDrawer({ target, titles, onRolledBack, onClose, mayPublish = true }: ReleaseDrawerProps) {
  const t = useDesignText();
  const { client } = useEngine();
  const [pageNo, setPageNo] = useState(1);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [compared, setCompared] = useState<readonly [CompareSide, CompareSide]>();
  const [wanted, setWanted] = useState<number>();
  const releases = useQuery({
    queryKey: ['design', 'releases', target, pageNo],
    queryFn: ({ signal }) =>
      client.callAt<Answer>('/v1/design/page/release/query', { ...target, pageNo, size }, { signal, quiet: true }),
    staleTime: 0,
  });
  // Of three the one chosen first goes: two are compared.
  const toggle = (release: number) =>
    setChosen(chosen.includes(release) ? chosen.filter((one) => one !== release) : [...chosen, release].slice(-2));
  const [older, newer] = chosen.toSorted((a, b) => a - b);
  return (
    <Drawer open width={560} title={t('designer.releases.title')} onClose={onClose}>
      <Space wrap className="design-releases-tools">
        <Button
          disabled={older === undefined || newer === undefined}
          onClick={() => older !== undefined && newer !== undefined && setCompared([older, newer])}
        >
          {t('designer.releases.compare')}
        </Button>
        <Button disabled={!releases.data?.list.length} onClick={() => setCompared(['shipped', 'published'])}>
          {t('designer.releases.withShipped')}
        </Button>
        {mayPublish ? <Button onClick={() => setWanted(0)}>{t('designer.releases.toShipped')}</Button> : null}
      </Space>
      <QueryState query={releases}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className="engine-quiet">{t('designer.releases.none')}</p>
          ) : (
            <>
              <ol className="design-releases">
                {list.map((one) => (
                  <ReleaseRow
                    key={one.release}
                    release={one}
                    isChosen={chosen.includes(one.release)}
                    isInForce={pageNo === 1 && one === list[0]}
                    onChoose={() => toggle(one.release)}
                    onCompare={() => setCompared([one.release, 'published'])}
                    {...(mayPublish ? { onRollBack: () => setWanted(one.release) } : {})}
                  />
                ))}
              </ol>
              {total <= size ? null : <Pages pageNo={pageNo} total={total} onPage={setPageNo} />}
            </>
          )
        }
      </QueryState>
      {compared === undefined ? null : (
        <CompareDialog
          target={target}
          from={compared[0]}
          to={compared[1]}
          titles={titles}
          onClose={() => setCompared(undefined)}
        />
      )}
      {wanted === undefined ? null : (
        <RollBackDialog
          target={target}
          release={wanted}
          onClose={() => setWanted(undefined)}
          onDone={(release) => {
            setWanted(undefined);
            void releases.refetch();
            onRolledBack(release);
          }}
        />
      )}
    </Drawer>
  );
}

type PagesProps = { readonly pageNo: number; readonly total: number; readonly onPage: (pageNo: number) => void };

function Pages({ pageNo, total, onPage }: PagesProps) {
  return <Pagination current={pageNo} pageSize={size} total={total} showSizeChanger={false} onChange={onPage} />;
}

type ReleaseRowProps = {
  readonly release: Release;
  readonly isChosen: boolean;
  readonly isInForce: boolean;
  readonly onChoose: () => void;
  readonly onCompare: () => void;
  readonly onRollBack?: () => void;
};

function ReleaseRow({ release: one, isChosen, isInForce, onChoose, onCompare, onRollBack }: ReleaseRowProps) {
  const t = useDesignText();
  const { release } = one;
  const from = one.from ?? 0;
  return (
    <li className="design-release">
      <Checkbox checked={isChosen} onChange={onChoose} aria-label={t('designer.releases.select', { release })} />
      <div>
        <div>
          <strong>{t('designer.side.release', { release })}</strong>{' '}
          {isInForce ? <span className="engine-tag engine-tone-green">{t('designer.releases.inForce')}</span> : null}
          {one.kind === 'rollback' ? (
            <span className="engine-tag">
              {from === 0 ? t('designer.releases.wentToShipped') : t('designer.releases.wentBack', { release: from })}
            </span>
          ) : null}
        </div>
        <div className="design-release-note">{one.note}</div>
        <div className="engine-quiet">
          {one.author ?? t('designer.system')} · {formatMoment(one.time)} ·{' '}
          {t('designer.releases.changes', { count: one.changes })}
        </div>
        {isInForce ? null : (
          <Space size={4}>
            <Button type="link" size="small" onClick={onCompare}>
              {t('designer.releases.compareNow')}
            </Button>
            {onRollBack === undefined ? null : (
              <Button type="link" size="small" onClick={onRollBack}>
                {t('designer.releases.goBack')}
              </Button>
            )}
          </Space>
        )}
      </div>
    </li>
  );
}
