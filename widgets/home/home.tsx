import { useEngine, type WidgetProps, WidgetSlot } from '../../engine/react/index.ts';
import { greetingAt } from './greeting.ts';
import { Shortcuts } from './shortcuts.tsx';
import { UnreadNotices } from './unread-notices.tsx';
import './home.css';

/** The widget with what the user asks of the figures by himself. */
const analyses = 'MyAnalysis';

/** The top of a home page: a greeting, the pages the user opens most, what he has not read yet, and his analyses. */
export function Home({ page }: WidgetProps) {
  const { user, widgets = [] } = useEngine();
  const greeting = greetingAt(new Date());
  const name = typeof user.name === 'string' ? `，${user.name}` : '';
  return (
    <div className="home">
      <p className="home-greeting">
        <strong>{`${greeting.words}${name}`}</strong>
        <span className="engine-quiet">{greeting.day}</span>
      </p>
      <div className="home-parts">
        <Shortcuts here={page} />
        <UnreadNotices />
      </div>
      {widgets.some(({ name: known }) => known === analyses) ? <WidgetSlot name={analyses} slot="card" /> : null}
    </div>
  );
}
