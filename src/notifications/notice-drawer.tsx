import { BellOutlined, CheckOutlined } from '@ant-design/icons';
import { App, Button, Drawer, Skeleton, Tabs } from 'antd';
import { Fragment, useState } from 'react';
import { maxNotices } from '../../contract/notice-words.ts';
import type { NoticeAnswer, NoticeStage } from '../../contract/notices.ts';

import { FaultBlock, formatMoment, Notice } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import type { AlertLists } from './alert-lists.ts';
import { useToldAlerts } from './alert-state.ts';
import { useNoticesAbout } from './notice-drawer-state.ts';
import { found, grouped, type NoticeSearch, nearDay } from './notice-groups.ts';
import { NoticeItem } from './notice-item.tsx';
import { kindText } from './notice-kinds.ts';
import { snoozeNotice, useNoticePreferences } from './notice-preferences.ts';
import { NoticeSearchLine } from './notice-search-line.tsx';
import { isSnoozed, type Snooze, snoozedUntil } from './notice-times.ts';
import { useNoticeTime } from './use-notice-time.ts';
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
  const [search, setSearch] = useState<NoticeSearch>({ words: '', type: undefined });
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
      <NoticeSearchLine search={search} onChange={setSearch} />
      <Tabs
        activeKey={stage}
        onChange={(key) => setStage(key === '0' ? '0' : '1')}
        items={stages.map((key) => ({
          key,
          label: key === '1' && unread > 0 ? t('notify.unreadTab', { count: unread }) : t(titles[key]),
          children: <NoticeList stage={key} search={search} onOpen={onOpen} />,
        }))}
        destroyOnHidden
      />
    </Drawer>
  );
}

/** Everything the alerts told last, which are gone from the header within seconds, and where one works on it. */
function ToldLines({ listsOf, onOpen }: Pick<Props, 'listsOf' | 'onOpen'>) {
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

type NoticeListProps = Pick<Props, 'onOpen'> & { readonly stage: NoticeStage; readonly search: NoticeSearch };

/** The notices of a stage that are looked for, by day and kind; below them those that are put off. */
function NoticeList({ stage, search, onOpen }: NoticeListProps) {
  const t = useText();
  const { data, error, refetch } = useNotices(stage);
  const now = useNoticeTime();
  const preferences = useNoticePreferences();
  if (data === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    return <FaultBlock error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <Notice icon={<BellOutlined aria-hidden="true" />} title={t('notify.empty')} />;
  const isLater = (notice: NoticeAnswer) => stage === '1' && isSnoozed(notice.id, preferences, now);
  const those = found(data, search);
  if (those.length === 0) return <Notice icon={<BellOutlined aria-hidden="true" />} title={t('notify.none')} />;
  const later = those.filter(isLater);
  return (
    <>
      <NoticeDays notices={those.filter((notice) => !isLater(notice))} now={now} onOpen={onOpen} />
      <SnoozedNotices notices={later} />
      {data.length < maxNotices ? null : <p className="notice-more">{t('notify.newest', { count: maxNotices })}</p>}
    </>
  );
}

type NoticeDaysProps = Pick<Props, 'onOpen'> & { readonly notices: readonly NoticeAnswer[]; readonly now: number };

function NoticeDays({ notices, now, onOpen }: NoticeDaysProps) {
  const t = useText();
  const handlersOf = useNoticeHandlers(onOpen);
  return grouped(notices).map(({ day, groups }) => {
    const near = nearDay(day, now);
    return (
      <section key={day} className="notice-day" aria-label={near === undefined ? day : t(dayTexts[near])}>
        <h3>{near === undefined ? day : t(dayTexts[near])}</h3>
        {groups.map(({ type, notices: those }) => (
          <Fragment key={type}>
            <h4>
              {t(kindText(type))} <span>{those.length}</span>
            </h4>
            <ul className="notice-list">
              {those.map((notice) => (
                <NoticeItem key={notice.id} notice={notice} {...handlersOf(notice)} />
              ))}
            </ul>
          </Fragment>
        ))}
      </section>
    );
  });
}

const dayTexts = { today: 'notify.day.today', yesterday: 'notify.day.yesterday' } as const;

/** What can be done with a notice. */
function useNoticeHandlers(onOpen: (path: string) => void) {
  const t = useText();
  const { message } = App.useApp();
  const { read, remove, bringBack } = useNoticeChanges();
  const offerBack = useOfferBack(bringBack);
  return (notice: NoticeAnswer) => ({
    onOpen: (path: string) => {
      // Whoever looks at what a notice is about has read it.
      if (notice.stage === '1') void read(notice);
      onOpen(path);
    },
    onRead: () => void read(notice),
    onRemove: async () => {
      if (await remove(notice)) offerBack(notice);
    },
    onSnooze:
      notice.stage === '0'
        ? undefined
        : (snooze: Snooze) => {
            const until = snoozedUntil(snooze, Date.now());
            snoozeNotice(notice.id, until);
            const time = formatMoment(new Date(until).toISOString()) ?? '';
            void message.success({ key: 'notice-snoozed', content: t('notify.snoozed.done', { time }) });
          },
  });
}

/** Those that are put off, until when, and back at once. */
function SnoozedNotices({ notices }: { readonly notices: readonly NoticeAnswer[] }) {
  const t = useText();
  const { snoozed } = useNoticePreferences();
  if (notices.length === 0) return null;
  return (
    <details className="notice-told">
      <summary>{t('notify.snoozed', { count: notices.length })}</summary>
      <ul className="notice-snoozed">
        {notices.map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>
            <span className="notice-more">
              {t('notify.snoozed.until', { time: formatMoment(new Date(snoozed[id] ?? 0).toISOString()) ?? '' })}
            </span>
            <Button type="link" size="small" onClick={() => snoozeNotice(id, undefined)}>
              {t('notify.snoozed.back')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
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
