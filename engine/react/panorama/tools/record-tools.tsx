import {
  LeftOutlined,
  LoadingOutlined,
  PrinterOutlined,
  QuestionCircleOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import type { NavigationSteps } from '../../record-navigation/use-record-navigation.ts';
import { RecordKeys } from './record-keys.tsx';

/** What can be done with any record: go to the ones beside it in its list, print it, see the keys. */
export function RecordTools({ steps }: { readonly steps: NavigationSteps | undefined }) {
  const t = useText();
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <div className="engine-record-tools">
      {steps === undefined ? null : <Steps steps={steps} />}
      <ToolButton label={t('engine.print.button')} icon={<PrinterOutlined />} onClick={() => window.print()} />
      <ToolButton label={t('engine.keys.button')} icon={<QuestionCircleOutlined />} onClick={() => setHelpOpen(true)} />
      <RecordKeys steps={steps} isHelpOpen={isHelpOpen} onHelp={setHelpOpen} />
    </div>
  );
}

function Steps({ steps }: { readonly steps: NavigationSteps }) {
  const t = useText();
  const { place, total, totalIsCapped, isAsking, next, previous } = steps;
  const all = total === null ? undefined : `${formatNumber(total)}${totalIsCapped ? '+' : ''}`;
  return (
    <>
      <ToolButton label={t('engine.steps.previous')} icon={<LeftOutlined />} onClick={previous} />
      {place === undefined || all === undefined ? null : (
        <span className="engine-quiet engine-number" role="status">
          {t('engine.steps.place', { place: formatNumber(place), total: all })}
        </span>
      )}
      <ToolButton label={t('engine.steps.next')} icon={<RightOutlined />} onClick={next} isLoading={isAsking} />
    </>
  );
}

type ToolButtonProps = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: (() => void) | undefined;
  readonly isLoading?: boolean;
};

function ToolButton({ label, icon, onClick, isLoading = false }: ToolButtonProps) {
  return (
    <Button
      type="text"
      // It can be pressed again meanwhile: each step that is asked for is done.
      icon={isLoading ? <LoadingOutlined /> : icon}
      aria-busy={isLoading}
      aria-label={label}
      title={label}
      disabled={onClick === undefined}
      {...(onClick === undefined ? {} : { onClick })}
    />
  );
}
