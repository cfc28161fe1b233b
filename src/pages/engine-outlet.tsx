import { App } from 'antd';
import { Activity, memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  askPageAhead,
  EngineProvider,
  ErrorBoundary,
  engineTexts,
  FaultBlock,
  HostKeysContext,
  type MenuPage,
  SchemaPage,
} from '../../engine/react/index.ts';
import { widgets } from '../../widgets/index.ts';
import type { Access } from '../access/access.ts';
import { showAvatar } from '../access/use-avatar.ts';
import { analysisPath } from '../analysis/analysis.ts';
import { actionRegistry } from '../api/action-registry.ts';
import { client, queries } from '../api/client.ts';
import { tasks } from '../api/tasks.ts';
import { designStart, leaveDesigning, mayDesign, mayPublish, useDesignedPage } from '../designing/designing.ts';
import { listenToDesigns } from '../designing/follow-releases.ts';
import { useHostKeys } from '../keys/use-host-keys.ts';
import { headerHeight, tabBarHeight } from '../layout/measures.ts';
import { addTexts, useShownLanguage, useSpeech, useText } from '../locales/i18n.ts';
import { showNotices } from '../notifications/notice-drawer-state.ts';
import { hasFeature } from '../page-meta/page-meta.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { askForPassword } from '../password/password-state.ts';
import { addressOf, type PageParams } from '../routes/address.ts';
import type { MenuRoutes, PageRoute } from '../routes/menu-routes.ts';
import { impersonation, openImpersonation } from '../session/impersonation.ts';
import { useSettings } from '../settings/settings.ts';
import { noteRecord } from '../tabs/record-names.ts';
import type { Tab } from '../tabs/tab-list.ts';
import { inTab } from '../tabs/tab-state.ts';
import { type Guard, unsavedPages } from '../tabs/unsaved-work.ts';
import { useDeviceCheck } from '../telephony/devices/use-device-check.ts';
import { useDial, workbenchPhone } from '../telephony-port/telephony-port.ts';
import { noteAction } from '../use-log/use-log.ts';
import { useKeepAlive } from './use-keep-alive.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useLinkTabs } from './use-link-tabs.tsx';
import { usePresenceNews } from './use-presence-news.ts';

addTexts(engineTexts);

// Nothing of it is there for who does not design.
const DesignFrame = lazyPart(async () => (await import('../../engine/designer/index.ts')).DesignFrame);

// Keys are pressed once the page is there.
const ShellKeys = lazyPart(async () => (await import('../keys/shell-keys.tsx')).ShellKeys);

const SafePage = lazyPart(async () => (await import('../../engine/designer/index.ts')).SafePage);

const guardLeaving = (guard: Guard) => unsavedPages.guard(guard);

type Props = { readonly access: Access; readonly page: PageRoute; readonly tab: Tab };

/** Draws the page of a route from its document, and keeps those of the other tabs as they were left. */
export function EngineOutlet({ access, page, tab }: Props) {
  const speech = useSpeech();
  const { routes } = access;
  const { isMultiTab, isHeaderFixed } = useSettings();
  const drawnIn = useDrawnLanguage();
  const commands = useCommands();
  const keys = useHostKeys();
  const open = useOpenPage(access);
  const dial = useDial();
  const pages = useMemo(() => menuPages(routes), [routes]);
  const href = useCallback((name: string, params: PageParams = {}) => addressOf(routes, name, params), [routes]);
  const [search] = useSearchParams();
  const keepParams = useKeepParams(tab.key);
  useLeaveGuard(access, tab, isMultiTab && page.keepAlive);
  const kept = useKeepAlive(tab.key, page, search.toString());
  const { linkTabs, menu } = useLinkTabs(access);
  usePresenceNews();
  const chosen = useDesignedPage();
  const designed = mayDesign(access) ? chosen : undefined;
  // In an order that does not change with the page shown: a page that is moved in the document loses its inner scrolling.
  const inOrder = [...kept].sort((a, b) => (a.key < b.key ? -1 : 1));
  return (
    <EngineProvider
      client={client}
      queryClient={queries}
      user={access.user}
      {...speech}
      open={open}
      href={href}
      pages={pages}
      widgets={widgets}
      stickyTop={isHeaderFixed ? headerHeight + (isMultiTab ? tabBarHeight : 0) : 0}
      guardLeaving={guardLeaving}
      tasks={tasks}
      actions={actionRegistry}
      commands={commands}
      onUse={noteAction}
      onRecord={noteRecord}
      openImpersonation={openImpersonation}
      keepsDrafts={impersonation === undefined}
      tellsPresence={impersonation === undefined}
      phone={workbenchPhone}
      hasSecond={hasFeature('second')}
      {...(dial === undefined ? {} : { dial })}
      {...(linkTabs === undefined ? {} : { linkTabs })}
    >
      <HostKeysContext value={keys}>
        {inOrder.map((one) => (
          <Activity key={one.key} mode={one.key === tab.key ? 'visible' : 'hidden'}>
            <Page
              key={drawnIn}
              name={one.page.name}
              search={one.search}
              onParams={keepParams}
              isDesigned={one.key === tab.key && one.page.name === designed}
              mayPublish={mayPublish(access)}
              mayBeSafe={mayDesign(access)}
            />
          </Activity>
        ))}
        <Suspense fallback={null}>
          <ShellKeys routes={routes} />
        </Suspense>
      </HostKeysContext>
      {menu}
    </EngineProvider>
  );
}

/** The user's pages as widgets see them. */
function menuPages(routes: MenuRoutes): readonly MenuPage[] {
  return [...routes.byName.values()].map(({ name, path, title, hidden, groups }) => ({
    name,
    path,
    title,
    hidden,
    groups: groups.map(({ meta }) => meta.title),
  }));
}

/** What widgets may ask the shell for. */
function useCommands() {
  const checkDevice = useDeviceCheck();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      changePassword: askForPassword,
      showNotices: () => showNotices(),
      checkDevice: () => void checkDevice(),
      showAvatar,
      showAnalyses: () => void navigate(analysisPath),
    }),
    [checkDevice, navigate],
  );
}

/**
 * The language the pages are drawn in: with another one they are drawn anew, for numbers and days change everywhere. Typed
 * work goes before that: then each number changes when it is drawn next.
 */
function useDrawnLanguage(): string {
  const language = useShownLanguage();
  const [drawnIn, setDrawnIn] = useState(language);
  if (drawnIn !== language && !unsavedPages.hasAny()) setDrawnIn(language);
  return drawnIn;
}

/** The parameters of a page in its address, and whether that asks for the page as it was shipped. */
function addressParams(search: string): { readonly params: PageParams; readonly safe: string | undefined } {
  const { safe, ...params }: PageParams = Object.fromEntries(new URLSearchParams(search));
  return { params, safe };
}

type PageProps = {
  readonly name: string;
  readonly search: string;
  readonly onParams: (params: PageParams) => void;
  readonly isDesigned: boolean;
  readonly mayPublish: boolean;
  /** Whether the address may ask for the page as it was shipped. */
  readonly mayBeSafe: boolean;
};

/** A page with the parameters of its own address: in the background it hears nothing of the address bar. */
const Page = memo(function Page({ name, search, onParams, isDesigned, mayPublish, mayBeSafe }: PageProps) {
  const { params, safe } = useMemo(() => addressParams(search), [search]);
  const keepSafe = useCallback((next: PageParams) => onParams({ ...next, safe: '1' }), [onParams]);
  const leaveSafe = useCallback(() => onParams(params), [onParams, params]);
  if (safe === '1' && mayBeSafe && !isDesigned)
    return (
      <Suspense>
        <SafePage {...{ name, params }} onParams={keepSafe} onLeave={leaveSafe} />
      </Suspense>
    );
  const page = <SchemaPage name={name} params={params} onParams={onParams} />;
  if (!isDesigned) return page;
  return (
    <ErrorBoundary fallback={(error) => <FaultBlock error={error} onRetry={leaveDesigning} size="page" />}>
      <Suspense fallback={page}>
        <DesignFrame
          page={name}
          params={params}
          start={designStart()}
          mayPublish={mayPublish}
          onNews={listenToDesigns}
          onLeave={leaveDesigning}
        >
          {page}
        </DesignFrame>
      </Suspense>
    </ErrorBoundary>
  );
});

/** Puts what a page shows into its address; always the same function, so that no page is drawn anew for it. */
function useKeepParams(key: string): (params: PageParams) => void {
  const navigate = useNavigate();
  const shown = useRef(key);
  useLayoutEffect(() => {
    shown.current = key;
  }, [key]);
  return useCallback(
    (next) => {
      const search = `?${new URLSearchParams({ ...next })}`;
      // The same page goes on, in its tab: it must not jump to its top.
      void navigate({ search }, { preventScrollReset: true, state: inTab(shown.current) });
    },
    [navigate],
  );
}

function useOpenPage({ routes }: Access) {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const t = useText();
  return useCallback(
    (name: string, params: PageParams = {}) => {
      const address = addressOf(routes, name, params);
      if (address === undefined) void message.warning({ key: 'pageDenied', content: t('perm.pageDenied') });
      else {
        askPageAhead(client, queries, { page: name, params });
        void navigate(address);
      }
    },
    [routes, navigate, message, t],
  );
}
