import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { BotProduct } from '#shared/features/desk/bot/contract.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** A conversation between a user and the bot. */
export const botChats = pgTable(
  'bot_chats',
  {
    /** 128 random bits as hexadecimal digits. */
    id: text('bot_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('bot_chats_created').on(table.createdAt)],
)

/** Options of an answer: a screen, a file made on request, or words for the next message. */
export type StoredOption =
  | { type: 'link' | 'none'; value: string; label: string }
  | { type: 'download'; kind: string; request: object; label: string }

/** Messages of a chat with the bot, and its answers. */
export const botMessages = pgTable(
  'bot_messages',
  {
    id: bigint('message_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chatId: text('bot_id')
      .notNull()
      .references(() => botChats.id, { onDelete: 'cascade' }),
    author: text().$type<'bot' | 'user'>().notNull(),
    message: text().notNull(),
    /** Why the bot could not answer; null if it did. */
    error: text(),
    /** Buttons below an answer; empty for a user's message. */
    options: jsonb().$type<readonly StoredOption[]>().notNull(),
    /** The product that the answer is about; null for none. */
    product: jsonb().$type<BotProduct>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('bot_messages_chat').on(table.chatId, table.id),
    check('bot_messages_author', sql`${table.author} in ('bot', 'user')`),
  ],
)
