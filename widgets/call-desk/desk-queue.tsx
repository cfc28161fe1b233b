import { formatMoment } from '../../engine/react/index.ts';
import type { DeskPerson, DeskProps } from './desk-calls.ts';
import { words } from './texts.ts';

type DeskQueueProps = {
  readonly queues: DeskProps['queues'];
  readonly order: readonly DeskPerson[];
  /** Those who were passed over. */
  readonly passed: readonly string[];
  readonly current: string | undefined;
  /** Whether nobody is called: then one may choose. */
  readonly isFree: boolean;
  readonly onChoose: (id: string) => void;
};

/** Those who are to be called today, whose turn it is marked. */
export function DeskQueue({ queues, order, passed, current, isFree, onChoose }: DeskQueueProps) {
  const isPassed = ({ id }: DeskPerson) => passed.includes(id);
  const groups = [
    ...queues.map(({ key, title }) => ({
      title,
      people: order.filter((person) => person.queue === key && !isPassed(person)),
    })),
    { title: words.passed, people: order.filter(isPassed) },
  ].filter(({ people }) => people.length > 0);
  return (
    <nav className="engine-card call-desk-queue" aria-label={words.queue}>
      {groups.map(({ title, people }) => (
        <section key={title}>
          <h2 className="engine-quiet">{`${title} ${people.length}`}</h2>
          <ol>
            {people.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  aria-current={person.id === current ? 'true' : undefined}
                  disabled={!isFree}
                  onClick={() => onChoose(person.id)}
                >
                  <span className="call-desk-name">{person.name}</span>
                  <small className={person.isLate ? 'call-desk-late' : 'engine-quiet'}>
                    {formatMoment(person.time) ?? ''}
                  </small>
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </nav>
  );
}
