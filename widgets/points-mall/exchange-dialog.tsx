import { Alert, App, Form, Input, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { formatNumber, useEngine } from '../../engine/react/index.ts';
import { type Goods, useMallRefresh } from './mall-calls.ts';

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
      void message.success(`兑换成功，单号 ${exchangeNo}`);
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
      title={`兑换“${goods.name}”`}
      width={440}
      okText="确认兑换"
      cancelText="取消"
      okButtonProps={{ htmlType: 'submit', form: formId }}
      confirmLoading={isSending}
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
        <Form.Item name="quantity" label="数量" rules={[{ required: true, message: '请填写数量' }]}>
          <InputNumber min={1} max={most} precision={0} disabled={isSending} />
        </Form.Item>
        {goods.kind === 'physical' ? <Receiver disabled={isSending} /> : null}
      </Form>
      <dl className="mall-sum" aria-live="polite">
        <dt>消耗积分</dt>
        <dd>{formatNumber(total)}</dd>
        <dt>兑换后剩余</dt>
        <dd>{formatNumber(balance - total)}</dd>
      </dl>
    </Modal>
  );
}

function Receiver({ disabled }: { readonly disabled: boolean }) {
  return (
    <>
      <Form.Item
        name="receiverName"
        label="收件人"
        rules={[{ required: true, whitespace: true, message: '请填写收件人' }]}
      >
        <Input maxLength={50} autoComplete="name" disabled={disabled} />
      </Form.Item>
      <Form.Item name="receiverMobile" label="收件电话" rules={[{ required: true, message: '请填写收件电话' }]}>
        <Input maxLength={20} inputMode="tel" autoComplete="tel" disabled={disabled} />
      </Form.Item>
      <Form.Item
        name="receiverAddress"
        label="收件地址"
        rules={[{ required: true, whitespace: true, message: '请填写收件地址' }]}
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
