import { CheckOutlined, ClockCircleOutlined, DeleteOutlined, NotificationOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { updateNoticeTitle } from '../../contract/notice-words.ts';
import type { NoticeAnswer, NoticePlace } from '../../contract/notices.ts';

import { formatMoment } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import { noticeTypes } from './notice-calls.ts';
import { type Snooze, snoozes } from './notice-times.ts';

type Props = {
  readonly notice: NoticeAnswer;
  /** Opens what the notice is about, by its address. */
  readonly onOpen: (path: string) => void;
  readonly onRead: () => void;
  readonly onRemove: () => void;
  /** Puts it off; absent where there is nothing to put off. */
  readonly onSnooze?: ((snooze: Snooze) => void) | undefined;
};

/** Where the details of a notice are, by its type; the specification fixes both. */
const places: Readonly<Record<string, string>> = {
  [noticeTypes.complaint]: '/workordermanagement/myComplaintWorkOrder',
  [noticeTypes.service]: '/customer/business/servicelist',
};

/** The address of the record a notice is about, or of the page it names. */
function addressOf({ path, id }: NoticePlace): string {
  return id === null ? path : `${path}?${new URLSearchParams({ id })}`;
}

/** One notice, or the banner of an activity, with what can be done about it. */
export function NoticeItem({ notice, onOpen, onRead, onRemove, onSnooze }: Props) {
  const t = useText();
  const { title, content, createTime, type, stage } = notice;
  const isActivity = type === noticeTypes.activity;
  // A product update speaks for itself where it is opened; here only its title stands.
  const isBare = title === updateNoticeTitle;
  const shown = notice.place === null ? undefined : addressOf(notice.place);
  const details = isBare ? undefined : (places[type] ?? shown);
  return (
    <li className={isActivity ? 'notice-item notice-activity' : 'notice-item'}>
      <article aria-label={title}>
        <header>
          {isActivity ? <NotificationOutlined aria-hidden="true" /> : null}
          <strong>
            {shown === undefined || isBare ? (
              title
            ) : (
              <Button type="link" size="small" className="notice-title" onClick={() => onOpen(shown)}>
                {title}
              </Button>
            )}
          </strong>
          <time dateTime={createTime}>{formatMoment(createTime)}</time>
        </header>
        {isBare ? null : <p>{content}</p>}
        <footer>
          {details === undefined ? null : (
            <Button type="link" size="small" onClick={() => onOpen(details)}>
              {t('notify.view')}
            </Button>
          )}
          <span className="notice-space" />
          {onSnooze === undefined ? null : <SnoozeMenu title={title} onSnooze={onSnooze} />}
          {stage === '0' ? null : (
            <Button type="text" size="small" icon={<CheckOutlined aria-hidden="true" />} onClick={onRead}>
              {t('notify.markOne')}
            </Button>
          )}
          <Button type="text" size="small" icon={<DeleteOutlined aria-hidden="true" />} onClick={onRemove}>
            {t('notify.delete')}
          </Button>
        </footer>
      </article>
    </li>
  );
}

const snoozeTexts = { hour: 'notify.snooze.hour', morning: 'notify.snooze.morning' } as const;

function SnoozeMenu({ title, onSnooze }: { readonly title: string; readonly onSnooze: (snooze: Snooze) => void }) {
  const t = useText();
  const items = snoozes.map((key) => ({ key, label: t(snoozeTexts[key]), onClick: () => onSnooze(key) }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        size="small"
        icon={<ClockCircleOutlined aria-hidden="true" />}
        aria-label={t('notify.snooze.of', { title })}
        title={t('notify.snooze')}
      />
    </Dropdown>
  );
}
