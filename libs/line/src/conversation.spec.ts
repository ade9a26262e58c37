import { conversationOf } from './conversation.ts';

const USER = `U${'1'.repeat(32)}`;
const GROUP = `C${'2'.repeat(32)}`;

describe('conversationOf', () => {
  it('names the place to answer to, and who wrote when LINE says', () => {
    expect(conversationOf({ type: 'user', userId: USER })).toEqual({
      conversationId: `user:${USER}`,
      to: USER,
      userId: USER,
    });
    expect(conversationOf({ type: 'group', groupId: GROUP })).toEqual({
      conversationId: `group:${GROUP}`,
      to: GROUP,
    });
  });

  it.each([
    ['an unknown kind', { type: 'planet', userId: USER }],
    ['a kind of the prototype', { type: 'constructor', constructor: USER }],
    ['no kind', { userId: USER }],
    ['a group that only names its writer', { type: 'group', userId: USER }],
    ['an id that is a path', { type: 'user', userId: '../U1' }],
    ['an id with a colon', { type: 'user', userId: 'group:C1' }],
    ['an empty id', { type: 'user', userId: '' }],
    ['an id that is too long', { type: 'user', userId: 'U'.repeat(65) }],
    ['an id that is a number', { type: 'user', userId: 1 }],
  ])('names none for %s', (_, source) => {
    expect(conversationOf(source)).toBeNull();
  });

  it('leaves out a writer whose id can be none', () => {
    const source = { type: 'group', groupId: GROUP, userId: 'a/b' };
    expect(conversationOf(source)).not.toHaveProperty('userId');
  });
});
