import { BellOutlined } from '@ant-design/icons';
import { Badge, Button, Tooltip } from 'antd';
import { Suspense } from 'react';
import { useText } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import './notices.css';
import type { AlertLists } from './alert-lists.ts';
import { hideNotices, showNotices, useIsNoticeDrawerOpen } from './notice-drawer-state.ts';
import { useBrowserNotices } from './use-browser-notices.ts';
import { useUrgentNotices } from './use-notices.ts';

// Looked at now and then: it comes when it is first opened.
const NoticeDrawer = lazyPart(async () => (await import('./notice-drawer.tsx')).NoticeDrawer);

type Props = {
  /** Opens a page by its path. */
  readonly onOpen: (path: string) => void;
  /** The lists in which one works on what an alert told, of those the user may open. */
  readonly listsOf?: AlertLists | undefined;
};

/** The bell with the number of unread notices; it opens the drawer with all of them. */
export function NoticeBell({ onOpen, listsOf }: Props) {
  const t = useText();
  const urgent = useUrgentNotices();
  useBrowserNotices(urgent);
  const isOpen = useIsNoticeDrawerOpen();
  const count = urgent?.length ?? 0;
  const title = count === 0 ? t('notify.title') : t('notify.unreadCount', { count: count > 99 ? '99+' : count });
  const handleOpen = (path: string) => {
    hideNotices();
    onOpen(path);
  };
  return (
    <>
      <Tooltip title={title}>
        <Badge count={count} overflowCount={99} size="small" offset={[-4, 6]} className="notice-badge">
          <Button
            type="text"
            aria-label={title}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={<BellOutlined aria-hidden="true" />}
            onClick={() => showNotices()}
          />
        </Badge>
      </Tooltip>
      {isOpen ? (
        <Suspense fallback={null}>
          <NoticeDrawer onClose={hideNotices} onOpen={handleOpen} listsOf={listsOf} />
        </Suspense>
      ) : null}
    </>
  );
}
