import { Button, Modal } from 'antd';
import type { UpdateAnswer } from '../../contract/notices.ts';

import { formatMoment, HtmlText } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import './updates.css';

type Props = {
  readonly update: UpdateAnswer;
  readonly onClose: () => void;
  /** Leads to all updates. */
  readonly onMore: () => void;
};

/** What is new in the product. */
export function UpdateDialog({ update, onClose, onMore }: Props) {
  const t = useText();
  const { title, platformName, publishTime, content } = update;
  return (
    <Modal
      open
      title={t('update.title')}
      width="min(815px, calc(100vw - 16px))"
      centered
      onCancel={onClose}
      footer={
        <>
          <Button type="link" onClick={onMore}>
            {t('update.more')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('update.close')}
          </Button>
        </>
      }
    >
      <article className="update">
        <h2>{title}</h2>
        <p className="update-facts">
          <span>{t('update.platform', { platformName })}</span>
          <span>{t('update.publishTime', { publishTime: formatMoment(publishTime) })}</span>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window is scrolled with the keyboard too */}
        <section className="update-content" tabIndex={0} aria-label={title}>
          <HtmlText html={content} />
        </section>
      </article>
    </Modal>
  );
}
