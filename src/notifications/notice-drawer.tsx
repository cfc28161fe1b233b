import { BellOutlined, CheckOutlined } from '@ant-design/icons';
import { App, Button, Drawer, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { maxNotices } from '../../contract/notice-words.ts';
import type { NoticeAnswer, NoticeStage } from '../../contract/notices.ts';

import { FaultBlock, Notice } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import type { AlertLists } from './alert-lists.ts';
import { useToldAlerts } from './alert-state.ts';
import { useNoticesAbout } from './notice-drawer-state.ts';
import { NoticeItem } from './notice-item.tsx';
import { useNoticeChanges, useNotices } from './use-notices.ts';

type Props = {
  readonly onClose: () => void;
  /** Opens a page by its path. */
  readonly onOpen: (path: string) => void;
  readonly listsOf?: AlertLists | undefined;
};

const stages = ['1', '0'] as const;
const titles = { '1': 'notify.unread', '0': 'notify.read' } as const;

/** All notices of the user: the unread ones and the read ones, each with what can be done about it. */
export function NoticeDrawer({ onClose, onOpen, listsOf }: Props) {
  const t = useText();
  const [stage, setStage] = useState<NoticeStage>('1');
  const unread = useNotices('1').data?.length ?? 0;
  const { readAll } = useNoticeChanges();
  const markAll = (
    <Button
      type="text"
      size="small"
      icon={<CheckOutlined aria-hidden="true" />}
      disabled={unread === 0}
      onClick={() => void readAll()}
    >
      {t('notify.markAll')}
    </Button>
  );
  return (
    <Drawer
      open
      title={t('notify.title')}
      width="min(450px, 100vw)"
      onClose={onClose}
      rootClassName="notice-drawer"
      extra={stage === '1' ? markAll : null}
    >
      <ToldLines listsOf={listsOf} onOpen={onOpen} />
      <Tabs
        activeKey={stage}
        onChange={(key) => setStage(key === '0' ? '0' : '1')}
        items={stages.map((key) => ({
          key,
          label: key === '1' && unread > 0 ? t('notify.unreadTab', { count: unread }) : t(titles[key]),
          children: <NoticeList stage={key} onOpen={onOpen} />,
        }))}
        destroyOnHidden
      />
    </Drawer>
  );
}

/** Everything the alerts told last, which are gone from the header within seconds, and where one works on it. */
function ToldLines({ listsOf, onOpen }: Pick<Props, 'listsOf' | 'onOpen'>) {
  const t = useText();
  const about = useNoticesAbout();
  const told = useToldAlerts().filter(({ seconds }) => seconds > 0);
  return told.map(({ key, title, lines }) => (
    <details key={key} className="notice-told" open={about === key}>
      <summary>
        {title} <b>{lines.length}</b>
      </summary>
      <p>
        {listsOf?.(key).map((list) => (
          <Button key={list.path} type="link" size="small" onClick={() => onOpen(list.path)}>
            {list.title}
          </Button>
        ))}
      </p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  ));
}

function NoticeList({ stage, onOpen }: { readonly stage: NoticeStage; readonly onOpen: (path: string) => void }) {
  const t = useText();
  const { data, error, refetch } = useNotices(stage);
  const { read, remove, bringBack } = useNoticeChanges();
  const offerBack = useOfferBack(bringBack);
  if (data === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    return <FaultBlock error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <Notice icon={<BellOutlined aria-hidden="true" />} title={t('notify.empty')} />;
  const handleRemove = async (notice: NoticeAnswer) => {
    if (await remove(notice)) offerBack(notice);
  };
  const handleOpen = (notice: NoticeAnswer, path: string) => {
    // Whoever looks at what a notice is about has read it.
    if (notice.stage === '1') void read(notice);
    onOpen(path);
  };
  return (
    <>
      <ul className="notice-list">
        {data.map((notice) => (
          <NoticeItem
            key={notice.id}
            notice={notice}
            onOpen={(path) => handleOpen(notice, path)}
            onRead={() => void read(notice)}
            onRemove={() => void handleRemove(notice)}
          />
        ))}
      </ul>
      {data.length < maxNotices ? null : <p className="notice-more">{t('notify.newest', { count: maxNotices })}</p>}
    </>
  );
}

/** Says that a notice is gone and offers for a while to bring it back. */
function useOfferBack(bringBack: (notice: NoticeAnswer) => Promise<boolean>) {
  const { message } = App.useApp();
  const t = useText();
  return (notice: NoticeAnswer) => {
    const key = `notice-${notice.id}`;
    const handleBack = () => {
      message.destroy(key);
      void bringBack(notice);
    };
    void message.open({
      key,
      type: 'success',
      duration: 8,
      content: (
        <>
          {t('notify.deleted')}
          <Button type="link" size="small" onClick={handleBack}>
            {t('notify.undo')}
          </Button>
        </>
      ),
    });
  };
}
