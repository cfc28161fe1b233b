import { DoubleLeftOutlined, DoubleRightOutlined, MinusOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { usePageKeys } from '../../../engine/react/index.ts';
import { useText } from '../../locales/i18n.ts';
import './phone.css';
import { type Side, useSide } from './use-side.ts';

type PhoneFrameProps = {
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** Whether it lies in a page that has it in itself, which leaves nothing to move or put away. */
  readonly isAtWorkbench: boolean;
  /** Of a page that has it in itself: hangs up by one key. */
  readonly onHangUp?: (() => void) | undefined;
  readonly onMinimise: () => void;
};

/** The frame of the telephone: a column beside the page, or a sheet below it on a narrow window. The page makes room. */
export function PhoneFrame({ isAtWorkbench, ...frame }: PhoneFrameProps) {
  return isAtWorkbench ? <WorkbenchFrame {...frame} /> : <SideFrame {...frame} />;
}

type FrameProps = Omit<PhoneFrameProps, 'isAtWorkbench'>;

/** The telephone as a part of a page. */
function WorkbenchFrame({ tools, children, onHangUp }: FrameProps) {
  const t = useText();
  const titleId = useId();
  const root = useRef<HTMLElement>(null);
  usePageKeys(root, (key) => (key === 'h' ? onHangUp : undefined));
  return (
    <section className="phone-panel phone-at-workbench" aria-labelledby={titleId} ref={root}>
      <header>
        <h2 id={titleId}>{t('phone.title')}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

function SideFrame({ tools, children, onMinimise }: FrameProps) {
  const t = useText();
  const titleId = useId();
  const root = useRef<HTMLElement>(null);
  const [side, changeSide] = useSide();
  useRoomBeside(side);
  useRoomBelow(root);
  const handleKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) onMinimise();
  };
  return (
    <section className="phone-panel" data-side={side} aria-labelledby={titleId} ref={root} onKeyDown={handleKey}>
      <header>
        <h2 id={titleId}>{t('phone.title')}</h2>
        {tools}
        <Button
          type="text"
          size="small"
          className="phone-aside"
          icon={side === 'left' ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
          aria-label={t(side === 'left' ? 'phone.toRight' : 'phone.toLeft')}
          title={t(side === 'left' ? 'phone.toRight' : 'phone.toLeft')}
          onClick={changeSide}
        />
        <Button
          type="text"
          size="small"
          icon={<MinusOutlined />}
          aria-label={t('phone.minimise')}
          title={t('phone.minimise')}
          onClick={onMinimise}
        />
      </header>
      {children}
    </section>
  );
}

/** Tells the page at which side the telephone lies, together with its move: at no moment does one cover the other. */
function useRoomBeside(side: Side): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.phone = side;
    return () => {
      delete dataset.phone;
    };
  }, [side]);
}

/** Tells the page how high the telephone is: where it lies below, the page ends above it. */
function useRoomBelow(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = root;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const look = () => style.setProperty('--phone-height', `${current.offsetHeight}px`);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--phone-height');
    };
  }, [root]);
}

/** What the telephone says to who has no line. */
export function NoSeatNote() {
  const t = useText();
  return <Alert type="info" showIcon role="status" message={t('phone.noSeat')} />;
}
