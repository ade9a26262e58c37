/**
 * The condition on a row of `messages` under which nobody can ever ask for it again: no subscription
 * waits for it or retains it, no snapshot saw it, and no hold keeps its topic (see REPLAY_TABLES).
 */
export const UNREFERENCED = `
  NOT EXISTS (SELECT 1 FROM deliveries WHERE message_id = messages.id)
  AND NOT EXISTS (SELECT 1 FROM acknowledged WHERE message_id = messages.id)
  AND NOT EXISTS (SELECT 1 FROM snapshot_messages WHERE message_id = messages.id)
  AND NOT EXISTS (
    SELECT 1 FROM holds WHERE holds.topic = messages.topic AND holds.first_id <= messages.id
  )`;
