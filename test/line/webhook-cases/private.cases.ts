import { said, type Expected, type WebhookCase } from './webhook-case.ts';

/** A question whose personal data is masked before it is stored, answered or searched for. */
function masked(secret: string, label: string): WebhookCase {
  const asked = (data: string): string => `我的資料是 ${data}，請問要如何申請補助？`;
  const expected: Expected = {
    runs: [`user: ${asked(`［已遮蔽：${label}］`)}`],
    replies: ['user: 收到，開始研究'],
    nowhere: [secret],
  };
  return said(asked(secret), expected);
}

/** What must not be kept. */
export const PRIVATE: readonly WebhookCase[] = [
  masked('0912-345-678', '電話'),
  masked('+886 912 345 678', '電話'),
  masked('A123456789', '證件號碼'),
  masked('4111 1111 1111 1111', '信用卡號'),
  masked('someone@example.com', '電子郵件'),
  masked('GB82 WEST 1234 5698 7654 32', '銀行帳號'),
  {
    title: 'personal data in a question that waits for a choice',
    posts: (scene) => [
      [scene.text('地熱發電的成本是多少？', { name: 'first' })],
      [scene.text('0912-345-678 是哪一家電信的號碼？', { name: 'second', atMs: 1 })],
    ],
    expected: {
      runs: ['user: 地熱發電的成本是多少？'],
      replies: ['user: 收到，開始研究', 'user: 目前還在研究'],
      state: ['user: pending ［已遮蔽：電話］ 是哪一家電信的號碼？'],
      nowhere: ['0912-345-678'],
    },
  },
  {
    title: 'personal data in an edited message',
    posts: (scene) => [[scene.edited('/研究 0912-345-678 是哪一家電信的號碼？')]],
    expected: {
      runs: ['user in group: ［已遮蔽：電話］ 是哪一家電信的號碼？'],
      replies: ['group: 這個問題我收到了'],
      nowhere: ['0912-345-678'],
    },
  },
  {
    title: 'chatter of a group is kept nowhere',
    posts: (scene) => [[scene.inGroup('只是說說：我的祕密是 xyzzy-plugh')]],
    expected: { handled: 0, nowhere: ['xyzzy-plugh', '只是說說'] },
  },
  said('2019-2024 年台灣的地熱發電量是 1,234,567 度嗎？', {
    runs: ['user: 2019-2024 年台灣的地熱發電量是 1,234,567 度嗎？'],
    replies: ['user: 收到，開始研究'],
  }),
];
