import type { messagingApi } from '@line/bot-sdk';

/** A user id that nothing else uses. */
export const USER = `U${'a'.repeat(32)}`;

/** A text of a Flex message with the fields a test changes. */
function text(value: string, more: Partial<messagingApi.FlexText> = {}): messagingApi.FlexText {
  return { type: 'text', text: value, wrap: true, ...more };
}

/** A message as loose JSON, so that tests can break it in ways the types forbid. */
export type LooseMessage = Record<string, unknown>;

/** A report card that uses what Dossier's cards use: all blocks, nesting, spans, a gradient, quick replies. */
export function aCard(bubble: Partial<messagingApi.FlexBubble> = {}): messagingApi.FlexMessage {
  return {
    type: 'flex',
    altText: '研究報告第 2 版：2026 台灣離岸風電供應鏈（5 章，37 筆來源）',
    contents: { type: 'bubble', size: 'mega', ...blocks(), ...bubble },
    quickReply: {
      items: [
        action({ type: 'message', label: '加入日文來源', text: '加入日文來源' }),
        action({
          type: 'postback',
          label: '查看舊版',
          data: 'act=versions',
          displayText: '查看舊版',
        }),
      ],
    },
  };
}

function action(value: messagingApi.Action): messagingApi.QuickReplyItem {
  return { type: 'action', action: value };
}

function blocks(): Pick<messagingApi.FlexBubble, 'header' | 'hero' | 'body' | 'footer'> {
  return {
    header: {
      type: 'box',
      layout: 'vertical',
      paddingAll: 'lg',
      backgroundColor: '#0B3D2E',
      contents: [
        text('研究報告 · 第 2 版', { size: 'xs', color: '#A7F3D0' }),
        text('2026 台灣離岸風電供應鏈', {
          size: 'lg',
          weight: 'bold',
          color: '#FFFFFF',
          maxLines: 3,
        }),
      ],
    },
    hero: {
      type: 'image',
      url: 'https://reports.example/r1/v2/cover.png',
      size: 'full',
      aspectRatio: '20:9',
      aspectMode: 'cover',
    },
    body: body(),
    footer: footer(),
  };
}

function body(): messagingApi.FlexBox {
  const grey = '#6B7280';
  return {
    type: 'box',
    layout: 'vertical',
    spacing: 'md',
    contents: [
      text('重點：三家系統商的國產化時程出現分歧 🌀', { size: 'sm', maxLines: 4 }),
      { type: 'separator' },
      {
        type: 'box',
        layout: 'baseline',
        spacing: 'sm',
        contents: [
          text('共識', { flex: 2, size: 'xs', color: grey }),
          text('12', { flex: 1, size: 'xs' }),
        ],
      },
      {
        type: 'text',
        size: 'xs',
        contents: [
          { type: 'span', text: '引用 ', color: grey },
          { type: 'span', text: '37', weight: 'bold' },
        ],
      },
      {
        type: 'box',
        layout: 'vertical',
        contents: [],
        width: '100%',
        height: '4px',
        cornerRadius: '2px',
        background: {
          type: 'linearGradient',
          angle: '90deg',
          startColor: '#10B981',
          endColor: '#3B82F6',
        },
      },
    ],
  };
}

function footer(): messagingApi.FlexBox {
  return {
    type: 'box',
    layout: 'vertical',
    spacing: 'sm',
    contents: [
      {
        type: 'button',
        style: 'primary',
        color: '#0B7A5B',
        height: 'sm',
        action: {
          type: 'uri',
          label: '閱讀完整報告',
          uri: 'https://reports.example/r1/v2/#%E7%AC%AC%E4%BA%8C%E7%AB%A0',
        },
      },
      {
        type: 'button',
        style: 'secondary',
        height: 'sm',
        action: {
          type: 'postback',
          label: '深入第 2 章',
          data: 'act=deepen&ch=2',
          displayText: '深入第 2 章',
        },
      },
    ],
  };
}
