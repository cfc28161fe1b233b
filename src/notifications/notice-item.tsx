import { CheckOutlined, DeleteOutlined, NotificationOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { updateNoticeTitle } from '../../contract/notice-words.ts';
import type { NoticeAnswer, NoticePlace } from '../../contract/notices.ts';

import { formatMoment } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import { noticeTypes } from './notice-calls.ts';

type Props = {
  readonly notice: NoticeAnswer;
  /** Opens what the notice is about, by its address. */
  readonly onOpen: (path: string) => void;
  readonly onRead: () => void;
  readonly onRemove: () => void;
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

/** Types that are named on the notice. */
const typeNames = {
  [noticeTypes.complaint]: { text: 'notify.type.10', colour: 'red' },
  [noticeTypes.service]: { text: 'notify.type.11', colour: 'blue' },
  [noticeTypes.workOrder]: { text: 'notify.type.17', colour: 'cyan' },
} as const;

/** One notice, or the banner of an activity, with what can be done about it. */
export function NoticeItem({ notice, onOpen, onRead, onRemove }: Props) {
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
          {isActivity ? <NotificationOutlined aria-hidden="true" /> : <TypeTag type={type} />}
          <strong>
            {shown === undefined || shown === details ? (
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

function isNamed(type: string): type is keyof typeof typeNames {
  return Object.hasOwn(typeNames, type);
}

function TypeTag({ type }: { readonly type: string }) {
  const t = useText();
  const name = isNamed(type) ? typeNames[type] : undefined;
  return name === undefined ? null : <Tag color={name.colour}>{t(name.text)}</Tag>;
}
