import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ActivityTabView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { activityIcon } from './activity-icon.tsx';

type ActivityKindsProps = {
  readonly sources: ActivityTabView['sources'];
  /** None stands for all. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
};

/** A chip for each kind of entry; those pressed are shown, or all. */
export function ActivityKinds({ sources, chosen, onChoose }: ActivityKindsProps) {
  const t = useText();
  if (sources.length < 2) return null;
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next.size === sources.length ? new Set() : next);
  };
  return (
    <search className="engine-activity-kinds" aria-label={t('engine.activity.kinds')}>
      <Chip isOn={chosen.size === 0} title={t('engine.activity.all')} onPress={() => onChoose(new Set())} />
      {sources.map(({ key, title, icon }) => (
        <Chip key={key} isOn={chosen.has(key)} title={title} icon={activityIcon(icon)} onPress={() => toggle(key)} />
      ))}
    </search>
  );
}

type ChipProps = {
  readonly isOn: boolean;
  readonly title: string;
  readonly icon?: ReactNode;
  readonly onPress: () => void;
};

function Chip({ isOn, title, icon, onPress }: ChipProps) {
  return (
    <Button
      size="small"
      shape="round"
      aria-pressed={isOn}
      color={isOn ? 'primary' : 'default'}
      variant={isOn ? 'filled' : 'outlined'}
      icon={icon}
      onClick={onPress}
    >
      {title}
    </Button>
  );
}
