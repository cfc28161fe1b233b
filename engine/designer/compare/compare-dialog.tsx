import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Tabs } from 'antd';
import { useMemo } from 'react';
import { changesInWords, type DesignTitles } from '../../model/design/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { QueryState, useEngine } from '../../react/index.ts';
import { DrawnPage } from '../preview/drawn-page.tsx';
import type { DesignTarget } from '../store/design-store.ts';
import { type DesignText, useDesignText } from '../texts/use-design-text.ts';
import './compare.css';
import { ChangesList } from './changes-list.tsx';
import { JsonCompare } from './json-compare.tsx';

/** What can be compared: the page as shipped, in force, as drafted, or one of its releases. */
export type CompareSide = 'shipped' | 'published' | 'draft' | number;

export type CompareDialogProps = {
  readonly target: DesignTarget;
  readonly from: CompareSide;
  readonly to: CompareSide;
  readonly titles: DesignTitles;
  readonly onClose: () => void;
};

type Answer = { readonly from: JsonObject; readonly to: JsonObject };

/** Two states of a page: what differs in words, both pages drawn, and both as JSON. */
export function CompareDialog({ target, from, to, titles, onClose }: CompareDialogProps) {
  const t = useDesignText();
  const { client } = useEngine();
  const compared = useQuery({
    queryKey: ['design', 'compare', target, from, to],
    queryFn: ({ signal }) =>
      client.callAt<Answer>('/v1/design/page/compare', { ...target, from, to }, { signal, quiet: true }),
    staleTime: 0,
  });
  return (
    <Modal
      open
      width={1200}
      footer={null}
      title={t('designer.compare.title', { from: sideTitle(t, from), to: sideTitle(t, to) })}
      onCancel={onClose}
    >
      <QueryState query={compared}>
        {(answer) => (
          <Compared target={target} answer={answer} names={[sideTitle(t, from), sideTitle(t, to)]} titles={titles} />
        )}
      </QueryState>
    </Modal>
  );
}

/** What a state of the page is called. */
function sideTitle(t: DesignText, side: CompareSide): string {
  return typeof side === 'number' ? t('designer.side.release', { release: side }) : t(`designer.side.${side}`);
}

type ComparedProps = Pick<CompareDialogProps, 'target' | 'titles'> & {
  readonly answer: Answer;
  readonly names: readonly [string, string];
};

function Compared({ target, answer, names, titles }: ComparedProps) {
  const t = useDesignText();
  const { from, to } = answer;
  const changes = useMemo(() => changesInWords(from, to, titles), [from, to, titles]);
  return (
    <Tabs
      items={[
        {
          key: 'words',
          label: t('designer.compare.words', { count: changes.length }),
          children: <ChangesList changes={changes} />,
        },
        {
          key: 'pages',
          label: t('designer.compare.pages'),
          children: (
            <div className="design-compare-pages">
              <ComparedPage title={names[0]} target={target} document={from} />
              <ComparedPage title={names[1]} target={target} document={to} />
            </div>
          ),
        },
        { key: 'json', label: t('designer.source'), children: <JsonCompare from={from} to={to} /> },
      ]}
    />
  );
}

type ComparedPageProps = {
  readonly title: string;
  readonly target: DesignTarget;
  readonly document: JsonObject;
};

/** One of the two, drawn with real rows; nothing can be done on it. */
function ComparedPage({ title, target, document }: ComparedPageProps) {
  const t = useDesignText();
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {needsRecord(document) ? (
        <Alert type="info" message={t('designer.compare.needsRecord')} />
      ) : (
        <div className="design-drawn" inert>
          <DrawnPage target={target} document={document} />
        </div>
      )}
    </section>
  );
}

/** Whether a page shows one record, and so nothing without one. */
function needsRecord({ kind }: JsonObject): boolean {
  return kind === 'panorama' || kind === 'detail';
}
