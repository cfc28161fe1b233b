import engineLogo from '../assets/logo.svg';
import { useText } from '../locales/i18n.ts';
import { pageMeta } from '../page-meta/page-meta.ts';

const logo = pageMeta('app-logo') ?? engineLogo;

/** Logo and name of the product; the logo alone where there is no room. */
export function Brand({ isShort = false }: { readonly isShort?: boolean }) {
  const t = useText();
  return (
    <div className="shell-brand">
      <img src={logo} width={30} height={30} alt={isShort ? t('app.title') : ''} />
      {isShort ? null : <span className="shell-brand-name">{t('app.title')}</span>}
    </div>
  );
}
