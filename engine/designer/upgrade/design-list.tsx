import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination, Spin } from 'antd';
import { useState } from 'react';
import { formatMoment, QueryState, useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import './upgrade.css';

type DesignedLayer = {
  readonly level: 'org' | 'role';
  readonly role: string | null;
  readonly roleTitle: string | null;
  readonly release: number | null;
  readonly hasDraft: boolean;
  readonly author: string | null;
  readonly updatedAt: string;
  readonly conflicts: number;
  readonly asleep: number;
  readonly faults: number;
};
type DesignedPage = {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly layers: readonly DesignedLayer[];
};
type Answer = { readonly list: readonly DesignedPage[]; readonly total: number };

const size = 20;

/** Every page of the product, and how it is designed: for whom, since when, with what open. */
export function DesignList() {
  const t = useDesignText();
  const { client, open } = useEngine();
  const [keyword, setKeyword] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const pages = useQuery({
    queryKey: ['design', 'pages', keyword, pageNo],
    queryFn: ({ signal }) => {
      const input = { pageNo, size, ...(keyword === '' ? {} : { keyword }) };
      return client.callAt<Answer>('/v1/design/page/query', input, { signal, quiet: true });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <div className="design-upgrade">
      <Input.Search
        allowClear
        aria-label={t('designer.list.search')}
        placeholder={t('designer.list.search')}
        className="design-list-search"
        onSearch={(text) => {
          setKeyword(text.trim());
          setPageNo(1);
        }}
      />
      <QueryState query={pages}>
        {({ list, total }) => (
          // What was found before stands until what is looked for now is there, and says so.
          <Spin spinning={pages.isPlaceholderData}>
            <PageLines pages={list} onOpen={open} />
            {total <= size ? null : (
              <Pagination current={pageNo} pageSize={size} total={total} showSizeChanger={false} onChange={setPageNo} />
            )}
          </Spin>
        )}
      </QueryState>
    </div>
  );
}

type PageLinesProps = { readonly pages: readonly DesignedPage[]; readonly onOpen: (name: string) => void };

function PageLines({ pages, onOpen }: PageLinesProps) {
  const t = useDesignText();
  if (pages.length === 0) return <p className="engine-quiet">{t('designer.list.none')}</p>;
  return (
    <ul className="design-list">
      {pages.map((page) => (
        <li key={page.name} className="engine-card">
          <Button type="link" className="design-list-name" onClick={() => onOpen(page.name)}>
            {page.title}
          </Button>
          {page.layers.length === 0 ? <span className="engine-quiet">{t('designer.list.untouched')}</span> : null}
          {page.layers.map((layer) => (
            <LayerLine key={`${layer.level} ${layer.role ?? ''}`} layer={layer} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function LayerLine({ layer }: { readonly layer: DesignedLayer }) {
  const t = useDesignText();
  const { level, role, roleTitle, release, hasDraft, author, updatedAt, conflicts, asleep, faults } = layer;
  return (
    <div className="design-list-layer">
      <strong>{level === 'org' ? t('designer.level.org') : (roleTitle ?? role)}</strong>
      <span>{release === null ? t('designer.list.unpublished') : t('designer.side.release', { release })}</span>
      {hasDraft ? <span className="engine-tag engine-tone-blue">{t('designer.list.hasDraft')}</span> : null}
      {conflicts > 0 ? (
        <span className="engine-tag engine-tone-orange">{t('designer.list.conflicts', { count: conflicts })}</span>
      ) : null}
      {asleep > 0 ? <span className="engine-tag">{t('designer.list.asleep', { count: asleep })}</span> : null}
      {faults > 0 ? (
        <span className="engine-tag engine-tone-red">{t('designer.list.faults', { count: faults })}</span>
      ) : null}
      <span className="engine-quiet">
        {author ?? t('designer.system')} · {formatMoment(updatedAt)}
      </span>
    </div>
  );
}
