import { App, Button, Empty, Spin } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { FaultBlock, formatMoment, useEngine } from '../../react/index.ts';
import './made.css';
import type { MadePage } from './made-types.ts';
import { MadeWizard } from './made-wizard.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { useMadePages } from './use-made-pages.ts';
import { isOfRecord } from './use-wizard.ts';

export type MadeListProps = { readonly mayDesign: boolean; readonly mayPublish: boolean };

type Opened = { readonly page?: MadePage };
type Noted = { readonly page: MadePage; readonly what: 'publish' | 'retire' | 'restore' };

const kinds: Readonly<Record<string, string>> = {
  ...{ list: '列表', kanban: '看板', panorama: '全景', detail: '详情页', form: '表单', dashboard: '数据看板' },
};
const states = { draft: '草稿，未发布', published: '已发布', retired: '已停用' } as const;

/** Pages made in the app: new ones, drafts that are gone on with, those in force and those that are not any more. */
export function MadeList({ mayDesign, mayPublish }: MadeListProps) {
  const { client } = useEngine();
  const { message, modal } = App.useApp();
  const [opened, setOpened] = useState<Opened>();
  const [noted, setNoted] = useState<Noted>();
  const { data, error, refetch } = useMadePages();
  const finish = (published: string | undefined) => {
    setOpened(undefined);
    void message.success(published === undefined ? '草稿已保存' : '已发布，页面已在菜单里');
    void refetch();
  };
  const discard = ({ name, version, title }: MadePage) =>
    modal.confirm({
      title: `放弃没有发布的“${title}”？`,
      content: '放弃后不能恢复。',
      okText: '放弃',
      cancelText: '取消',
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
        <p className="engine-quiet">
          从已有的资料做列表、看板、全景、详情或表单，或从数据集做数据看板，放进菜单、给到角色；发布之后与其他页面一样设计。
        </p>
        {mayDesign ? (
          <Button type="primary" onClick={() => setOpened({})}>
            新建页面
          </Button>
        ) : null}
      </div>
      {error !== null ? (
        <FaultBlock error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Spin />
      ) : data.list.length === 0 ? (
        <Empty description="还没有在应用内制作的页面" />
      ) : (
        <ul className="design-list">
          {data.list.map((page) => (
            <MadeLine
              key={page.name}
              page={page}
              {...{ mayDesign, mayPublish }}
              onGoOn={() => setOpened({ page })}
              onDiscard={() => discard(page)}
              onNote={(what) => setNoted({ page, what })}
            />
          ))}
        </ul>
      )}
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
      {noted === undefined ? null : (
        <NoteDialog
          {...noted}
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
        <span className="engine-tag">{kinds[kind] ?? kind}</span>
        <span className={`engine-tag ${state === 'published' ? 'engine-tone-green' : ''}`}>{states[state]}</span>
        {left === null ? null : (
          <span className="engine-tag engine-tone-red">
            {left === 'clash' ? '产品已有这个地址或名称，没有显示' : `有 ${faults.length} 处错误，没有显示`}
          </span>
        )}
        <span className="engine-quiet">
          {author ?? '系统'} · {formatMoment(updatedAt)}
        </span>
        <MadeActions {...{ state, mayDesign, mayPublish, onGoOn, onDiscard, onNote }} />
      </div>
    </li>
  );
}

type ActionsProps = Omit<LineProps, 'page'> & Pick<MadePage, 'state'>;

function MadeActions({ state, mayDesign, mayPublish, onGoOn, onDiscard, onNote }: ActionsProps) {
  const isDraft = state === 'draft';
  const next = { draft: '发布', published: '停用', retired: '恢复' } as const;
  const whats = { draft: 'publish', published: 'retire', retired: 'restore' } as const;
  return (
    <span className="made-actions">
      {isDraft && mayDesign ? <Button onClick={onGoOn}>接着做</Button> : null}
      {mayPublish ? <Button onClick={() => onNote(whats[state])}>{next[state]}</Button> : null}
      {isDraft && mayDesign ? <Button onClick={onDiscard}>放弃</Button> : null}
    </span>
  );
}
