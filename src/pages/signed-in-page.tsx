import { App } from 'antd';
import { memo, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo } from 'react';
import type { Access } from '../access/access.ts';
import { lockScreen, signOut } from '../access/sign-in-out.ts';
import { useAvatar } from '../access/use-avatar.ts';
import { analysisPath } from '../analysis/analysis.ts';
import { designPage, mayDesign } from '../designing/designing.ts';
import { designsPath, hasDesigns } from '../designing/designs.ts';
import { leaveImpersonation } from '../impersonation/leave-impersonation.ts';
import { ShellLayout } from '../layout/shell-layout.tsx';
import { useText } from '../locales/i18n.ts';
import { hasFeature } from '../page-meta/page-meta.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { PasswordGate } from '../password/password-gate.tsx';
import { useIsPasswordForced } from '../password/password-state.ts';
import type { PageRoute } from '../routes/menu-routes.ts';
import { impersonation } from '../session/impersonation.ts';
import type { Tab } from '../tabs/tab-list.ts';
import { useSeatCheck } from '../telephony/devices/use-device-check.ts';
import { PhonePlace } from '../telephony/panel/phone-place.tsx';
import { isInCallNow } from '../telephony-port/telephony-port.ts';
import { useNotePage } from '../use-log/use-note-page.ts';
import { loadOutlet, useIsFirstPageShown } from './first-page.ts';
import { OpenTabs } from './open-tabs.tsx';
import { PageLoading } from './page-loading.tsx';
import { UnmatchedPage } from './unmatched-page.tsx';
import { useShownTab } from './use-shown-tab.ts';

// Forms and tables are heavy: they come with the first page, not with the login.
const HeaderSecond = lazyPart(async () => (await import('../layout/header-second.tsx')).HeaderSecond);
const HeaderTasks = lazyPart(async () => (await import('../layout/header-tasks.tsx')).HeaderTasks);
const HeaderNotices = lazyPart(async () => (await import('../notifications/header-notices.tsx')).HeaderNotices);
const AppPalette = lazyPart(async () => (await import('../palette/app-palette.tsx')).AppPalette);
const UnlistedPage = lazyPart(async () => (await import('./unlisted-page.tsx')).UnlistedPage);
const ImpersonationBar = lazyPart(
  async () => (await import('../impersonation/impersonation-bar.tsx')).ImpersonationBar,
);
const AnalysisOutlet = lazyPart(async () => (await import('../analysis/analysis-outlet.tsx')).AnalysisOutlet);
const DesignsOutlet = lazyPart(async () => (await import('../designing/designs-outlet.tsx')).DesignsOutlet);
const EngineOutlet = lazyPart(async () => (await loadOutlet()).EngineOutlet);

const lock = () => void lockScreen();
const leaveNow = () => void leaveImpersonation();

type Props = {
  readonly access: Access;
  /** The page the address names; none where nothing matches. */
  readonly page?: PageRoute;
  /** The path, where the menu does not have it. */
  readonly unlisted?: string;
};

/** Menu and header around the page. */
export function SignedInPage({ access, page, unlisted }: Props) {
  const confirmSignOut = useConfirmSignOut();
  const endSession = impersonation === undefined ? confirmSignOut : leaveNow;
  const isShown = useIsFirstPageShown();
  const userPicture = useAvatar(access.user.id, isShown);
  // The password comes first: until it is changed the server answers nothing else.
  const isWaiting = useIsPasswordForced();
  useNotePage(isWaiting ? undefined : page);
  useSeatCheck(access.user);
  // The page comes first: menu, way and palette follow once it is painted.
  const shownPage = useDeferredValue(page);
  const tab = useShownTab(access, page);
  const content = isWaiting ? null : contentOf(access, page, tab, unlisted);
  const name = shownPage !== undefined && mayDesign(access) ? shownPage.name : undefined;
  const design = useMemo(() => (name === undefined ? undefined : () => designPage(name)), [name]);
  // What the page does, its filters and its rows, is nothing to them.
  const tools = useMemo(
    () => (
      <>
        <PaletteButton>
          {(isOpen, close) => (
            <AppPalette access={access} page={shownPage} isOpen={isOpen} onClose={close} onSignOut={endSession} />
          )}
        </PaletteButton>
        {impersonation === undefined && !isWaiting ? <OwnTools access={access} isShown={isShown} /> : null}
        <PasswordGate />
      </>
    ),
    [access, shownPage, isWaiting, isShown, endSession],
  );
  return (
    <ShellLayout
      menu={access.menu}
      page={shownPage}
      userName={access.user.name}
      userPicture={userPicture}
      personalPath={access.routes.byName.get('personalData')?.path}
      mallPath={access.routes.byName.get('mallHome')?.path}
      onLock={impersonation === undefined ? lock : undefined}
      analysisPath={analysisPath}
      designsPath={hasDesigns(access) ? designsPath : undefined}
      onDesign={design}
      onSignOut={endSession}
      banner={
        impersonation === undefined ? null : (
          <Suspense fallback={null}>
            <ImpersonationBar impersonation={impersonation} access={access} page={page} />
          </Suspense>
        )
      }
      tabs={<OpenTabs access={access} page={page} tab={tab} />}
      tools={tools}
    >
      <Suspense fallback={<PageLoading />}>{content}</Suspense>
    </ShellLayout>
  );
}

/**
 * Notices, background work and the telephone: a person's own, who looks as another has none. They come once the first page
 * is shown.
 */
const OwnTools = memo(function OwnTools({ access, isShown }: { readonly access: Access; readonly isShown: boolean }) {
  return (
    <>
      {hasFeature('second') && isShown ? (
        <Suspense fallback={null}>
          <HeaderSecond access={access} />
        </Suspense>
      ) : null}
      <ToolPlace>{isShown ? <HeaderTasks access={access} /> : null}</ToolPlace>
      <ToolPlace>{isShown ? <HeaderNotices access={access} /> : null}</ToolPlace>
      {hasFeature('phone') ? <ToolPlace>{isShown ? <PhonePlace access={access} /> : null}</ToolPlace> : null}
    </>
  );
});

/** Where a tool of the header stands, before it has come and after: those beside it keep their place. */
function ToolPlace({ children }: { readonly children: ReactNode }) {
  return (
    <span className="shell-tool-place">
      <Suspense fallback={null}>{children}</Suspense>
    </span>
  );
}

function contentOf(
  access: Access,
  page: PageRoute | undefined,
  tab: Tab | undefined,
  unlisted: string | undefined,
): ReactNode {
  if (page !== undefined && tab !== undefined) return <EngineOutlet access={access} page={page} tab={tab} />;
  if (unlisted === designsPath && hasDesigns(access)) return <DesignsOutlet access={access} />;
  if (unlisted === analysisPath) return <AnalysisOutlet access={access} />;
  return unlisted === undefined ? <UnmatchedPage /> : <UnlistedPage path={unlisted} />;
}

function useConfirmSignOut(): () => void {
  const { modal } = App.useApp();
  const t = useText();
  return useCallback(() => {
    const content = t(isInCallNow() ? 'user.logout.inCall' : 'user.logout.confirm');
    modal.confirm({ title: t('user.logout.confirmTitle'), content, onOk: signOut });
  }, [modal, t]);
}
