import { Alert, App, Form, Input, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { formatNumber, heldOpen, useEngine } from '../../engine/react/index.ts';
import { type Goods, useMallRefresh } from './mall-calls.ts';
import { useMallText } from './use-mall-text.ts';

type ExchangeDialogProps = {
  readonly goods: Goods;
  readonly balance: number;
  readonly api: string;
  readonly page: string;
  readonly onClose: () => void;
};

type Wish = {
  readonly quantity: number;
  readonly receiverName?: string;
  readonly receiverMobile?: string;
  readonly receiverAddress?: string;
};

type Exchanged = { readonly exchangeNo: string; readonly balance: number };

/** Asks how many, where they go and whether that is right; then exchanges them, once however often it is clicked. */
export function ExchangeDialog({ goods, balance, api, page, onClose }: ExchangeDialogProps) {
  const t = useMallText();
  const { message } = App.useApp();
  const { client } = useEngine();
  const refresh = useMallRefresh();
  const formId = useId();
  const [form] = Form.useForm<Wish>();
  const quantity = Form.useWatch('quantity', form) ?? 1;
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const most = maxOf(goods, balance);
  const total = goods.pointsPrice * quantity;
  const submit = async (wish: Wish) => {
    setSending(true);
    setRefusal(undefined);
    try {
      const body = { id: goods.id, ...wish };
      const { exchangeNo } = await client.callAt<Exchanged>(api, body, { page, idempotencyKey: key, quiet: true });
      void message.success(t('done', { number: exchangeNo }));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
      // The next attempt may say something else: it is another request.
      setKey(crypto.randomUUID());
    } finally {
      setSending(false);
      void refresh();
    }
  };
  return (
    <Modal
      open
      title={t('exchangeTitle', { name: goods.name })}
      width={440}
      okText={t('confirm')}
      cancelText={t('cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      {...heldOpen(isSending)}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} className="mall-refusal" />}
      <Form
        name={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ quantity: 1 }}
        onFinish={(wish) => void submit(wish)}
      >
        <Form.Item name="quantity" label={t('quantity')} rules={[{ required: true, message: t('quantity.needed') }]}>
          <InputNumber min={1} max={most} precision={0} disabled={isSending} />
        </Form.Item>
        {goods.kind === 'physical' ? <Receiver disabled={isSending} /> : null}
      </Form>
      <dl className="mall-sum" aria-live="polite">
        <dt>{t('cost')}</dt>
        <dd>{formatNumber(total)}</dd>
        <dt>{t('rest')}</dt>
        <dd>{formatNumber(balance - total)}</dd>
      </dl>
    </Modal>
  );
}

function Receiver({ disabled }: { readonly disabled: boolean }) {
  const t = useMallText();
  return (
    <>
      <Form.Item
        name="receiverName"
        label={t('receiver')}
        rules={[{ required: true, whitespace: true, message: t('receiver.needed') }]}
      >
        <Input maxLength={50} autoComplete="name" disabled={disabled} />
      </Form.Item>
      <Form.Item name="receiverMobile" label={t('mobile')} rules={[{ required: true, message: t('mobile.needed') }]}>
        <Input maxLength={20} inputMode="tel" autoComplete="tel" disabled={disabled} />
      </Form.Item>
      <Form.Item
        name="receiverAddress"
        label={t('address')}
        rules={[{ required: true, whitespace: true, message: t('address.needed') }]}
      >
        <Input.TextArea maxLength={200} rows={2} autoComplete="street-address" disabled={disabled} />
      </Form.Item>
    </>
  );
}

/** As many as are there, one may have and the points reach for; one at least, or nothing could be typed. */
function maxOf({ available, limitPerPerson, pointsPrice }: Goods, balance: number): number {
  const paid = pointsPrice === 0 ? available : Math.floor(balance / pointsPrice);
  return Math.max(1, Math.min(99, available, paid, limitPerPerson ?? available));
}
