import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { botChats, botMessages } from '../../../db/schema/bot.ts'
import type { BotMessageRow } from './store.ts'

/** Most messages per response. */
const MOST = 100

const polled = prepared((db) =>
  db
    .select({ message: botMessages })
    .from(botChats)
    .leftJoin(
      botMessages,
      and(eq(botMessages.chatId, botChats.id), gt(botMessages.id, sql.placeholder('since'))),
    )
    .where(and(eq(botChats.id, sql.placeholder('chatId')), eq(botChats.userId, sql.placeholder('userId'))))
    .orderBy(botMessages.id)
    .limit(MOST)
    .prepare('bot_poll'),
)

/** Messages of the user's own chat after a given one, oldest first; null if the user has no such chat. */
export async function listMessages(
  db: Db,
  asked: { chatId: string; userId: number; since: number },
): Promise<BotMessageRow[] | null> {
  const rows = await polled(db).execute(asked)
  return rows.length === 0 ? null : rows.flatMap(({ message }) => message ?? [])
}

/** A message of somebody's own chat. */
export async function findMessage(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<BotMessageRow | undefined> {
  const [found] = await db
    .select({ message: botMessages })
    .from(botMessages)
    .innerJoin(botChats, eq(botChats.id, botMessages.chatId))
    .where(and(eq(botMessages.id, id), eq(botChats.userId, userId)))
  return found?.message
}
