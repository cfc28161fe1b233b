import { Drawer, Modal } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { FormView } from '../../model/view/index.ts';
import { MarkedOverlay } from '../page/marked-overlay.tsx';
import { heldOpen } from '../parts/held-open.ts';

type FormShellProps = {
  readonly layout: FormView['layout'];
  readonly title: string;
  readonly open: boolean;
  /** `over`: leaves the form below it in sight. */
  readonly size: 'narrow' | 'middle' | 'wide' | 'over';
  /** Whether what it holds is being sent. */
  readonly isSending?: boolean;
  readonly footer: ReactNode;
  readonly onClose: () => void;
  readonly onOpened: () => void;
  readonly children: ReactNode;
};

const modalWidths = { narrow: 480, middle: 680, wide: 960, over: 560 };
const drawerWidths = {
  narrow: 'min(720px, 100vw)',
  middle: 'min(720px, 100vw)',
  wide: 'min(1080px, 100vw)',
  over: 'min(600px, 100vw)',
};

/** The frame of a form: a drawer, a dialog, or the whole window. */
export function FormShell({ layout, title, open, size, isSending = false, footer, ...rest }: FormShellProps) {
  const { onClose, onOpened, children } = rest;
  useOpened(open, onOpened);
  if (layout === 'modal') {
    return (
      <Modal
        open={open}
        title={title}
        width={modalWidths[size]}
        {...heldOpen(isSending)}
        onCancel={onClose}
        footer={footer}
        maskClosable={false}
        destroyOnHidden
      >
        <MarkedOverlay>{children}</MarkedOverlay>
      </Modal>
    );
  }
  const isPage = layout === 'page';
  return (
    <Drawer
      open={open}
      title={title}
      width={isPage ? '100vw' : drawerWidths[size]}
      {...(isPage ? { rootClassName: 'engine-form-whole' } : {})}
      {...(isSending ? {} : { onClose })}
      footer={footer}
      maskClosable={false}
      destroyOnHidden
    >
      <MarkedOverlay>{children}</MarkedOverlay>
    </Drawer>
  );
}

/** Tells that the frame is there, after what antd does then, and before it has moved to its place: who is quick can type. */
function useOpened(open: boolean, onOpened: () => void): void {
  const tell = useEffectEvent(onOpened);
  useEffect(() => {
    if (!open) return undefined;
    const frame = requestAnimationFrame(tell);
    return () => cancelAnimationFrame(frame);
  }, [open]);
}
