import { App, Button, Empty } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { formatMoment, QueryState, useEngine } from '../../react/index.ts';
import { type MadeText, useMadeText } from '../texts/use-made-text.ts';
import './made.css';
import type { MadePage } from './made-types.ts';
import { MadeWizard } from './made-wizard.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { useMadePages } from './use-made-pages.ts';
import { isOfRecord } from './use-wizard.ts';

export type MadeListProps = { readonly mayDesign: boolean; readonly mayPublish: boolean };

type Opened = { readonly page?: MadePage };
type Noted = { readonly name: string; readonly what: 'publish' | 'retire' | 'restore' };

const kinds = ['list', 'kanban', 'panorama', 'detail', 'form', 'dashboard'] as const;

/** What a kind of page is called. */
function kindTitle(t: MadeText, kind: string): string {
  const known = kinds.find((one) => one === kind);
  return known === undefined ? kind : t(`designer.made.kind.${known}`);
}

/** Pages made in the app: new ones, drafts that are gone on with, those in force and those that are not any more. */
export function MadeList({ mayDesign, mayPublish }: MadeListProps) {
  const t = useMadeText();
  const { client } = useEngine();
  const { message, modal } = App.useApp();
  const [opened, setOpened] = useState<Opened>();
  const [noted, setNoted] = useState<Noted>();
  const pages = useMadePages();
  const { data, refetch } = pages;
  // As it is now: somebody else may have changed it since it was asked for.
  const page = data?.list.find(({ name }) => name === noted?.name);
  const finish = (published: string | undefined) => {
    setOpened(undefined);
    void message.success(t(published === undefined ? 'designer.saved' : 'designer.made.published'));
    void refetch();
  };
  const discard = ({ name, version, title }: MadePage) =>
    modal.confirm({
      title: t('designer.made.discardAsk', { title }),
      content: t('designer.discardHint'),
      okText: t('designer.made.discard'),
      cancelText: t('designer.cancel'),
      onOk: async () => {
        try {
          await client.callAt('/v1/design/made/discard', { name, version });
        } catch (refusal) {
          if (!(refusal instanceof ApiRefusal)) throw refusal;
        }
        void refetch();
      },
    });
  return (
    <div className="design-upgrade">
      <div className="made-head">
        <p className="engine-quiet">{t('designer.made.intro')}</p>
        {mayDesign ? (
          <Button type="primary" onClick={() => setOpened({})}>
            {t('designer.made.new')}
          </Button>
        ) : null}
      </div>
      <QueryState query={pages}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty description={t('designer.made.empty')} />
          ) : (
            <ul className="design-list">
              {list.map((one) => (
                <MadeLine
                  key={one.name}
                  page={one}
                  {...{ mayDesign, mayPublish }}
                  onGoOn={() => setOpened({ page: one })}
                  onDiscard={() => discard(one)}
                  onNote={(what) => setNoted({ name: one.name, what })}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      {opened === undefined ? null : (
        <MadeWizard
          {...opened}
          mayPublish={mayPublish}
          onDone={finish}
          onClose={() => {
            setOpened(undefined);
            void refetch();
          }}
        />
      )}
      {noted === undefined || page === undefined ? null : (
        <NoteDialog
          page={page}
          what={noted.what}
          onRefused={() => void refetch()}
          onClose={(isDone) => {
            setNoted(undefined);
            if (isDone) void refetch();
          }}
        />
      )}
    </div>
  );
}

type LineProps = MadeListProps & {
  readonly page: MadePage;
  readonly onGoOn: () => void;
  readonly onDiscard: () => void;
  readonly onNote: (what: Noted['what']) => void;
};

function MadeLine({ page, mayDesign, mayPublish, onGoOn, onDiscard, onNote }: LineProps) {
  const t = useMadeText();
  const { open } = useEngine();
  const { name, title, path, kind, state, left, author, updatedAt, faults } = page;
  return (
    <li className="engine-card">
      <div className="made-line">
        {/* A page of one record is opened where that is named. */}
        {state === 'published' && left === null && !isOfRecord(kind) ? (
          <Button type="link" className="design-list-name" onClick={() => open(name)}>
            {title}
          </Button>
        ) : (
          <strong>{title}</strong>
        )}
        <span className="engine-quiet">{path}</span>
        <span className="engine-tag">{kindTitle(t, kind)}</span>
        <span className={`engine-tag ${state === 'published' ? 'engine-tone-green' : ''}`}>
          {t(`designer.made.state.${state}`)}
        </span>
        {left === null ? null : (
          <span className="engine-tag engine-tone-red">
            {left === 'clash' ? t('designer.made.clash') : t('designer.made.faulty', { count: faults.length })}
          </span>
        )}
        <span className="engine-quiet">
          {author ?? t('designer.system')} · {formatMoment(updatedAt)}
        </span>
        <MadeActions {...{ state, mayDesign, mayPublish, onGoOn, onDiscard, onNote }} />
      </div>
    </li>
  );
}

type ActionsProps = Omit<LineProps, 'page'> & Pick<MadePage, 'state'>;

function MadeActions({ state, mayDesign, mayPublish, onGoOn, onDiscard, onNote }: ActionsProps) {
  const t = useMadeText();
  const isDraft = state === 'draft';
  const next = { draft: 'designer.publish', published: 'designer.retire', retired: 'designer.restore' } as const;
  const whats = { draft: 'publish', published: 'retire', retired: 'restore' } as const;
  return (
    <span className="made-actions">
      {isDraft && mayDesign ? <Button onClick={onGoOn}>{t('designer.made.goOn')}</Button> : null}
      {mayPublish ? <Button onClick={() => onNote(whats[state])}>{t(next[state])}</Button> : null}
      {isDraft && mayDesign ? <Button onClick={onDiscard}>{t('designer.made.discard')}</Button> : null}
    </span>
  );
}
