import { CheckOutlined, DeleteOutlined, NotificationOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { type NoticeAnswer, updateNoticeTitle } from '../../engine/model/index.ts';
import { formatMoment } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import { noticeTypes } from './notice-calls.ts';

type Props = {
  readonly notice: NoticeAnswer;
  /** Opens the page the notice is about. */
  readonly onOpen: (path: string) => void;
  readonly onRead: () => void;
  readonly onRemove: () => void;
};

/** Where the details of a notice are, by its type; the specification fixes both. */
const places: Readonly<Record<string, string>> = {
  [noticeTypes.complaint]: '/workordermanagement/myComplaintWorkOrder',
  [noticeTypes.service]: '/customer/business/servicelist',
};

/** Types that are named on the notice. */
const typeNames = {
  [noticeTypes.complaint]: { text: 'notify.type.10', colour: 'red' },
  [noticeTypes.service]: { text: 'notify.type.11', colour: 'blue' },
} as const;

/** One notice, or the banner of an activity, with what can be done about it. */
export function NoticeItem({ notice, onOpen, onRead, onRemove }: Props) {
  const t = useText();
  const { title, content, createTime, type, stage } = notice;
  const isActivity = type === noticeTypes.activity;
  // A product update speaks for itself where it is opened; here only its title stands.
  const isBare = title === updateNoticeTitle;
  const place = isBare ? undefined : places[type];
  return (
    <li className={isActivity ? 'notice-item notice-activity' : 'notice-item'}>
      <article aria-label={title}>
        <header>
          {isActivity ? <NotificationOutlined aria-hidden="true" /> : <TypeTag type={type} />}
          <strong>{title}</strong>
          <time dateTime={createTime}>{formatMoment(createTime)}</time>
        </header>
        {isBare ? null : <p>{content}</p>}
        <footer>
          {place === undefined ? null : (
            <Button type="link" size="small" onClick={() => onOpen(place)}>
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

function TypeTag({ type }: { readonly type: string }) {
  const t = useText();
  const name = type === noticeTypes.complaint || type === noticeTypes.service ? typeNames[type] : undefined;
  return name === undefined ? null : <Tag color={name.colour}>{t(name.text)}</Tag>;
}
