import { Link } from 'react-router-dom';
import mall from '../assets/mall.svg';
import { useText } from '../locales/i18n.ts';

/** The picture at the foot of the menu that leads to the mall. */
export function MallEntry({ path }: { readonly path: string }) {
  const t = useText();
  return (
    <Link className="shell-mall" to={path}>
      <img src={mall} width={184} height={72} alt={t('mall.entry')} />
    </Link>
  );
}
