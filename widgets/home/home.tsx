import { useEngine, type WidgetProps, WidgetSlot } from '../../engine/react/index.ts';
import { greetingAt } from './greeting.ts';
import { Shortcuts } from './shortcuts.tsx';
import { UnreadNotices } from './unread-notices.tsx';
import { useHomeText } from './use-home-text.ts';
import './home.css';

/** The widget with what the user asks of the figures by himself. */
const analyses = 'MyAnalysis';

/** The top of a home page: a greeting, the pages the user opens most, what he has not read yet, and his analyses. */
export function Home({ page }: WidgetProps) {
  const { user, widgets = [], language } = useEngine();
  const t = useHomeText();
  const { time, day } = greetingAt(new Date(), language);
  const words = t(time);
  return (
    <div className="home">
      <p className="home-greeting">
        <strong>{typeof user.name === 'string' ? t('greeting', { words, name: user.name }) : words}</strong>
        <span className="engine-quiet">{day}</span>
      </p>
      <div className="home-parts">
        <Shortcuts here={page} />
        <UnreadNotices />
      </div>
      {widgets.some(({ name: known }) => known === analyses) ? (
        <div className="home-analyses">
          <WidgetSlot name={analyses} slot="card" />
        </div>
      ) : null}
    </div>
  );
}
