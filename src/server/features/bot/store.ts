import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { botChats, botMessages } from '../../db/schema/bot.ts'

export type BotMessageRow = typeof botMessages.$inferSelect
export type NewMessage = Omit<typeof botMessages.$inferInsert, 'id'>

/** So many messages are told at once. */
const MOST = 100

export async function insertChat(tx: Db, chat: typeof botChats.$inferInsert): Promise<void> {
  await tx.insert(botChats).values(chat)
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<BotMessageRow> {
  const [row] = await tx.insert(botMessages).values(message).returning()
  if (!row) throw new Error('The database did not return the new message.')
  return row
}

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

/** What was said in somebody's own chat after a message, the earliest first; null where they have no such chat. */
export async function listMessages(
  db: Db,
  asked: { chatId: string; userId: number; since: number },
): Promise<BotMessageRow[] | null> {
  const rows = await polled(db).execute(asked)
  return rows.length === 0 ? null : rows.flatMap(({ message }) => message ?? [])
}

/** The last messages of a chat, the earliest first. */
export async function listLast(db: Db, chatId: string, most: number): Promise<BotMessageRow[]> {
  const rows = await db
    .select()
    .from(botMessages)
    .where(eq(botMessages.chatId, chatId))
    .orderBy(desc(botMessages.id))
    .limit(most)
  return rows.reverse()
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

/** Removes chats that began before a moment, with everything that was said in them. */
export async function removeChatsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(botChats).where(lt(botChats.createdAt, before))
}
