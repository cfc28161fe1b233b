import { Button, Skeleton } from 'antd';
import type { NoticeAnswer } from '../../contract/notices.ts';
import { FaultBlock, formatMoment, type MenuPage, PageLink, useEngine } from '../../engine/react/index.ts';
import { useUnread } from './home-calls.ts';
import { useHomeText } from './use-home-text.ts';

/** How many notices are shown; the bell has the others. */
const maxShown = 4;

/** The newest notices nobody has read yet, each with the way to its record. */
export function UnreadNotices() {
  const { commands, pages = [] } = useEngine();
  const t = useHomeText();
  const { data, error, refetch } = useUnread();
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className="home-unread">
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      </div>
    );
  return (
    <section className="home-part home-unread" aria-label={t('unread')}>
      <header className="home-part-head">
        <h3>{data.length === 0 ? t('unread') : t('unreadCount', { count: data.length })}</h3>
        {data.length > 0 && commands?.showNotices !== undefined ? (
          <Button type="text" size="small" onClick={commands.showNotices}>
            {data.length > maxShown ? t('handleAll', { count: data.length }) : t('handle')}
          </Button>
        ) : null}
      </header>
      {data.length === 0 ? (
        <p className="engine-quiet">{t('allRead')}</p>
      ) : (
        <ul className="home-notices">
          {data.slice(0, maxShown).map((notice) => (
            <li key={notice.id}>
              <span className="home-notice-words">
                <NoticeTitle notice={notice} pages={pages} />
                <span className="engine-quiet">{notice.content}</span>
              </span>
              <time className="engine-quiet" dateTime={notice.createTime}>
                {formatMoment(notice.createTime)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoticeTitle({ notice, pages }: { readonly notice: NoticeAnswer; readonly pages: readonly MenuPage[] }) {
  const { place, title } = notice;
  const page = place === null ? undefined : pages.find(({ path }) => path === place.path);
  if (page === undefined) return <strong>{title}</strong>;
  return (
    <PageLink page={page.name} params={place?.id ? { id: place.id } : {}}>
      {title}
    </PageLink>
  );
}
