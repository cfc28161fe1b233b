import { formatMoment } from '../../engine/react/index.ts';
import { useWords } from './use-words.ts';

import type { WorkbenchPerson, WorkbenchProps } from './workbench-calls.ts';

type WorkbenchQueueProps = {
  readonly queues: WorkbenchProps['queues'];
  readonly order: readonly WorkbenchPerson[];
  /** Those who were passed over. */
  readonly passed: readonly string[];
  readonly current: string | undefined;
  /** Whether nobody is called: then one may choose. */
  readonly isFree: boolean;
  readonly onChoose: (id: string) => void;
};

/** Those who are to be called today, whose turn it is marked. */
export function WorkbenchQueue({ queues, order, passed, current, isFree, onChoose }: WorkbenchQueueProps) {
  const words = useWords();
  const isPassed = ({ id }: WorkbenchPerson) => passed.includes(id);
  const groups = [
    ...queues.map(({ key, title }) => ({
      title,
      people: order.filter((person) => person.queue === key && !isPassed(person)),
    })),
    { title: words('passed'), people: order.filter(isPassed) },
  ].filter(({ people }) => people.length > 0);
  return (
    <nav className="engine-card call-workbench-queue" aria-label={words('queue')}>
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
                  <span className="call-workbench-name">{person.name}</span>
                  <small className={person.isLate ? 'call-workbench-late' : 'engine-quiet'}>
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
