import { App, ConfigProvider } from 'antd';
import { type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { EngineLook, LookWindowContext, useScale } from '../../react/index.ts';
import { useInnerWindow } from './inner-window.ts';

type PreviewFrameProps = {
  readonly width: number;
  readonly isDark: boolean;
  readonly title: string;
  readonly children: ReactNode;
};

/** A window of its own width and look within the page: what is drawn in it is laid out as on such a screen, smaller where there is less room. */
export function PreviewFrame({ width, isDark, title, children }: PreviewFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const scale = useScale(stage, width);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const inner = useInnerWindow(frame);
  const { csp, locale } = useContext(ConfigProvider.ConfigContext);
  const look = useMemo(
    () => ({
      getPopupContainer: () => inner?.document.body ?? document.body,
      ...(csp === undefined ? {} : { csp }),
      ...(locale === undefined ? {} : { locale }),
    }),
    [inner, csp, locale],
  );
  return (
    <div ref={stage} className="design-preview-stage">
      <div className="design-preview-screen" style={{ width: width * scale }}>
        <iframe
          ref={setFrame}
          title={title}
          className="design-preview-frame"
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        >
          {inner === undefined
            ? null
            : createPortal(
                <LookWindowContext.Provider value={inner}>
                  <EngineLook isDark={isDark} {...look}>
                    <App className="design-preview-page">{children}</App>
                  </EngineLook>
                </LookWindowContext.Provider>,
                inner.document.body,
              )}
        </iframe>
      </div>
    </div>
  );
}
