import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { botChats, botMessages } from '../../../db/schema/bot.ts'

export type BotMessageRow = typeof botMessages.$inferSelect
export type NewMessage = Omit<typeof botMessages.$inferInsert, 'id'>

export async function insertChat(tx: Db, chat: typeof botChats.$inferInsert): Promise<void> {
  await tx.insert(botChats).values(chat)
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<BotMessageRow> {
  const [row] = await tx.insert(botMessages).values(message).returning()
  if (!row) throw new Error('The database did not return the new message.')
  return row
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
