import { useEngine, type WidgetProps } from '../../engine/react/index.ts';
import { greetingAt } from './greeting.ts';
import { Shortcuts } from './shortcuts.tsx';
import { UnreadNotices } from './unread-notices.tsx';
import './home.css';

/** The top of a home page: a greeting, the pages the user opens most, and what he has not read yet. */
export function Home({ page }: WidgetProps) {
  const { user } = useEngine();
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
    </div>
  );
}
