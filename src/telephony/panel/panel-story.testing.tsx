import { MemoryRouter } from 'react-router-dom';
import { fn, within } from 'storybook/test';
import type { PhoneLine } from '../../../contract/phone.ts';
import { SampleServer, StoryFrame } from '../../../engine/fixtures/index.ts';
import { Look } from '../../look/look.tsx';
import { group, leaf } from '../../routes/menu.testing.ts';
import { menuRoutes } from '../../routes/menu-routes.ts';
import { CallMemo } from '../phone/call-memo.ts';
import type { Call, CallStatus, LineStatus } from '../phone/phone-state.ts';
import type { PhoneView } from '../phone/phone-view.ts';
import { PhonePanel } from './phone-panel.tsx';

/** Forgets what stories before called. */
export function forgetCalls(): void {
  ask.mockClear();
  save.mockClear();
  register.mockClear();
}

export const ask = fn();
export const save = fn(async (_: unknown) => ({}));
const lookUp = async (entity: string) => [{ id: `${entity}1`, name: entity === 'project' ? '法考' : '官网' }];
export const register = fn(async (..._: readonly unknown[]) => ({}));
const routes = menuRoutes(
  group('library', '/', '图书', [leaf('promotechancecreate', '/new', '新建推广商机'), leaf('card', '/card', '全景')]),
);
export const call: Call = {
  provider: 'webphone',
  direction: 'out',
  callId: 'c1',
  number: '138****0001',
  name: '王芳',
  customerId: 'k1',
  from: { entity: 'customer', id: 'k1', field: 'mobile', page: 'alllist', rest: ['k2'] },
};
const { from: _, ...notFromRow } = call;
const results = ['已接通', '未接通', '有意向', '无意向', '已预约', '拒绝'].map((title, index) => ({
  key: ['connected', 'no_answer', 'interested', 'not_interested', 'appointment', 'refused'][index] ?? '',
  title,
}));
const server = new SampleServer({});

type PhoneServer = {
  readonly call?: CallStatus;
  readonly line?: LineStatus;
  readonly lines?: readonly PhoneLine[];
  readonly isHere?: boolean;
  readonly abilities?: PhoneView['abilities'];
  readonly devices?: PhoneView['devices'];
  readonly onDemoCall?: (caller: string) => Promise<boolean>;
  readonly view?: Partial<PhoneView>;
  readonly isAtWorkbench?: boolean;
};

/** Draws the panel as a telephone has it; answers what a story renders. */
export function panel({ call: status = { kind: 'none' }, line = { kind: 'ready' }, ...given }: PhoneServer) {
  const { lines = [{ provider: 'webphone', seatCode: '8001' }], isHere = true } = given;
  const { abilities = ['mute', 'hold', 'devices'], devices = {} } = given;
  const view: PhoneView = {
    ...{ line, call: status, isFlagged: false, provider: 'webphone', abilities, devices, said: undefined },
    ...{ presence: 'ready', numberFault: undefined, open: undefined, missed: [], ...given.view },
  };
  const notes = new CallMemo();
  return () => (
    <MemoryRouter>
      <Look>
        <StoryFrame server={server}>
          <PhonePanel
            {...{ view, lines, results, routes, isHere, ask }}
            loudness={async () => ({ here: 0.2, there: 0.6 })}
            onSave={save}
            strangerKind="lead"
            onRegister={register}
            onLookUp={lookUp}
            {...(given.onDemoCall && { onDemoCall: given.onDemoCall })}
            notes={notes}
            isAtWorkbench={given.isAtWorkbench === true}
            onMinimise={fn()}
          />
        </StoryFrame>
      </Look>
    </MemoryRouter>
  );
}
export const screenOf = (canvasElement: HTMLElement) => within(canvasElement);

/** A call that comes in, of which nothing is known yet. */
export const incoming: Call = {
  ...notFromRow,
  direction: 'in',
  key: 'x',
  name: '',
  number: '139****0002',
  customerId: null,
};
