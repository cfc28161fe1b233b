import { App } from 'antd';
import { type Credentials, signIn } from '../access/sign-in-out.ts';
import { Brand } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';
import { useShownLanguage, useText } from '../locales/i18n.ts';
import { productWord } from '../page-meta/page-meta.ts';
import './login.css';
import { LoginForm } from './login-form.tsx';
import { LoginPicture } from './login-picture.tsx';

/** Where a person comes in. Once he has signed in, the router leads on. */
export function LoginPage() {
  const { message } = App.useApp();
  const t = useText();
  const language = useShownLanguage();
  const [slogan, detail] = [productWord('slogan', language), productWord('detail', language)];
  const handleSubmit = async (credentials: Credentials) => {
    await signIn(credentials);
    void message.success(t('user.login.success'));
  };
  return (
    <main className="login">
      <section className="login-brand">
        <Brand />
        <div className="login-words">
          {slogan === undefined ? null : <p className="login-slogan">{slogan}</p>}
          {detail === undefined ? null : <p className="login-detail">{detail}</p>}
        </div>
        <LoginPicture />
      </section>
      <section className="login-side">
        <div className="login-language">
          <LanguageMenu isRoomy={false} />
        </div>
        <div className="login-box">
          <h1 className="login-title">{t('user.login.title')}</h1>
          <p className="login-welcome">{t('user.login.welcome')}</p>
          <LoginForm onSubmit={handleSubmit} />
        </div>
        <p className="login-version">{t('app.version')}</p>
      </section>
    </main>
  );
}
