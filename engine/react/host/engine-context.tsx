import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type ApiClient, createQueryClient } from '../../client/index.ts';
import { defined } from '../../model/view/index.ts';
import type { ActionRegistry } from './action-registry.ts';
import './engine.css';
import { forgetDrafts } from '../drafts/draft-store.ts';
import { type HostText, type TextKey, translate } from '../texts/text.ts';
import { useThemeVariables } from '../theme/theme-variables.ts';
import { guardComposition } from './composition-guard.ts';
import { TaskStore } from './task-store.ts';
import type { WidgetDefinition } from './widget-definition.ts';
import type { WorkbenchPhone } from './workbench-phone.ts';

/** The signed-in user as expressions see him (`user.id`, `user.departmentId`, …). */
export type EngineUser = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Typed work that leaving would lose. */
export type UnsavedWork = {
  /** Asks whether it is saved, given up or kept on with; `go` where leaving is right then. Returns what takes the question back. */
  readonly ask: (answers: { readonly go: () => void; readonly stay: () => void }) => () => void;
};

/** The record a page shows: its id, and the title of its entity with its own name, `客户 · 赵梅`. */
export type ShownRecord = { readonly page: string; readonly id: string; readonly title: string };

/** An action that somebody used: its page and key, and what its button says. */
export type UsedAction = { readonly page: string; readonly action: string; readonly title: string };

/** A number to call: the server reads it where it stands. */
export type DialRequest = {
  /** Record the number is shown with. */
  readonly entity: string;
  readonly id: string;
  /** Path of the number's field as the page shows it, e.g. `mobile` or `customer.mobile`. */
  readonly field: string;
  /** Page it is shown on. */
  readonly page: string;
  /** Records that follow in the list it was found in, nearest first. */
  readonly rest: readonly string[];
};

/** A page the user may open. */
export type MenuPage = {
  readonly name: string;
  readonly path: string;
  /** Whether the menu leaves it out: it shows one record or another. */
  readonly hidden: boolean;
  readonly title: string;
  /** Titles of the groups around it, from the outside in. */
  readonly groups: readonly string[];
};

/** A page with the parameters of its address, as a link leads to it. */
export type PagePlace = { readonly page: string; readonly params: Readonly<Record<string, string>> };

/** What a host with tabs can do with links to records: open them in a tab of their own, or offer that in a menu. */
export type LinkTabs = {
  /** Opens a place in a tab of its own, and shows it or only has it ready. */
  readonly openBeside: (place: PagePlace, isShown: boolean) => void;
  /** Shows the menu of a link at a point of the window. */
  readonly showMenu: (place: PagePlace, link: HTMLElement, at: { readonly x: number; readonly y: number }) => void;
};

/** What the host gives the engine. */
export type EngineHost = {
  readonly client: ApiClient;
  readonly user: EngineUser;
  /** Opens a page by name; the host knows its route and keeps the parameters in the address. */
  readonly open: (page: string, params?: Readonly<Record<string, string>>) => void;
  /** Address of a page, so that its links can be opened beside; without it they are buttons. */
  readonly href?: (page: string, params?: Readonly<Record<string, string>>) => string | undefined;
  /** What links to records do besides; absent where the host has no tabs. */
  readonly linkTabs?: LinkTabs;
  /** The pages the user may open in the order of the menu, for widgets that offer them; none where the host has no menu. */
  readonly pages?: readonly MenuPage[];
  /** Texts of the host by key; the shipped Chinese ones when absent. */
  readonly text?: HostText;
  /** The language of these, which documents are named in, too; Chinese when absent. */
  readonly language?: string;
  readonly widgets?: readonly WidgetDefinition[];
  /** Height of what the host keeps at the top of the window, below which table headings stick. */
  readonly stickyTop?: number;
  /** Asks the guard before the user leaves the page for another: it answers whether work would be lost. Returns its release. */
  readonly guardLeaving?: (unsaved: () => UnsavedWork | undefined) => () => void;
  /** Background work as this browser follows it, where the host shows it outside the pages. */
  readonly tasks?: TaskStore;
  /** Told what can be done on the pages shown, where the host offers that beside their buttons. */
  readonly actions?: ActionRegistry;
  /** Told of every action that is used, where the host keeps account of that. */
  readonly onUse?: (use: UsedAction) => void;
  /** Told which record a page shows, where the host names the page after it. */
  readonly onRecord?: (shown: ShownRecord) => void;
  /** What the host itself does when a widget asks for it, by name: `changePassword` and the like. */
  readonly commands?: Readonly<Record<string, () => void>>;
  /** Opens a window of its own in which the product is looked at as another; false where the browser opens none. */
  readonly openImpersonation?: (session: ImpersonationSession) => boolean;
  /** Calls the number in a field; absent where the user has no telephone. */
  readonly dial?: (asked: DialRequest) => void;
  /** The telephone, for a page that has it in itself; absent where the host has none. */
  readonly phone?: WorkbenchPhone;
  /** Whether some of what is done takes two people: then what waits for the second one is shown. */
  readonly hasSecond?: boolean;
  /** Whether others are told which records the user has open, and he of others; not unless told. */
  readonly tellsPresence?: boolean;
  /** Whether what is typed and not saved is kept in this browser; it is unless told. */
  readonly keepsDrafts?: boolean;
};

/** A session in which somebody looks at the product as a person, or as a role: it only reads. */
export type ImpersonationSession = {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly since: string;
  readonly token: string;
};

type EngineValue = EngineHost & {
  readonly keepsDrafts: boolean;
  readonly tasks: TaskStore;
  readonly t: (key: TextKey, params?: Readonly<Record<string, unknown>>) => string;
};

/** What is done once for what is below: its colours, old drafts, and keys while a word is composed. */
function useBeginning(userId: string, keepsDrafts: boolean): void {
  useThemeVariables();
  useEffect(() => (keepsDrafts ? forgetDrafts(userId) : undefined), [userId, keepsDrafts]);
  useEffect(guardComposition, []);
}

const EngineContext = createContext<EngineValue | undefined>(undefined);

/** Gives everything below it the host's client, user, texts, navigation and widgets. */
export function EngineProvider({
  children,
  queryClient,
  ...host
}: EngineHost & { readonly children: ReactNode; readonly queryClient?: QueryClient }) {
  const [ownQueries] = useState(createQueryClient);
  const [ownTasks] = useState(() => new TaskStore());
  const {
    client,
    user,
    open,
    href,
    linkTabs,
    pages,
    text,
    language,
    widgets,
    stickyTop,
    guardLeaving,
    tasks = ownTasks,
    actions,
    commands,
    onUse,
    onRecord,
    openImpersonation,
    dial,
    phone,
    hasSecond = false,
    tellsPresence = false,
    keepsDrafts = true,
  } = host;
  useBeginning(user.id, keepsDrafts);
  const value = useMemo<EngineValue>(
    () => ({
      client,
      user,
      open,
      tasks,
      hasSecond,
      tellsPresence,
      keepsDrafts,
      t: (key, params) => translate(text, key, params),
      ...defined({
        href,
        linkTabs,
        pages,
        text,
        language,
        widgets,
        stickyTop,
        guardLeaving,
        actions,
        commands,
        onUse,
        onRecord,
        openImpersonation,
        dial,
        phone,
      }),
    }),
    [
      client,
      user,
      open,
      href,
      linkTabs,
      pages,
      text,
      language,
      widgets,
      stickyTop,
      guardLeaving,
      tasks,
      actions,
      commands,
      onUse,
      onRecord,
      openImpersonation,
      dial,
      phone,
      hasSecond,
      tellsPresence,
      keepsDrafts,
    ],
  );
  return (
    <QueryClientProvider client={queryClient ?? ownQueries}>
      <EngineContext.Provider value={value}>{children}</EngineContext.Provider>
    </QueryClientProvider>
  );
}

/** The host's side of the engine. */
export function useEngine(): EngineValue {
  const value = useContext(EngineContext);
  if (value === undefined) throw new TypeError('useEngine is only for components below EngineProvider');
  return value;
}

/** The texts of the engine in the host's language. */
export function useText(): EngineValue['t'] {
  return useEngine().t;
}
