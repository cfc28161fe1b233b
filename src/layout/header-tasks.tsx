import { EngineProvider, TasksButton } from '../../engine/react/index.ts';
import type { Access } from '../access/access.ts';
import { client, queries } from '../api/client.ts';
import { tasks } from '../api/tasks.ts';
import { useSpeech } from '../locales/i18n.ts';

const stay = () => undefined;

/** The user's background work, above every page. It opens none. */
export function HeaderTasks({ access }: { readonly access: Access }) {
  const speech = useSpeech();
  return (
    <EngineProvider client={client} queryClient={queries} user={access.user} {...speech} open={stay} tasks={tasks}>
      <TasksButton seesAll={access.buttons.has('background_job:query_all')} />
    </EngineProvider>
  );
}
