import { randomBytes } from 'node:crypto'
import { botEndpoints } from '#shared/features/desk/bot/contract.ts'
import { askedCommand } from '#shared/features/desk/bot/rules.ts'
import { greeting } from '#shared/format/full-name.ts'
import { greetedNameOf } from '../../../db/sql/full-name.ts'
import { notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { say } from './answer-text.ts'
import { answerInWords, assistantOf } from './assistant-reader.ts'
import { readCommand } from './command-reader.ts'
import type { BotAnswer, BotDeps } from './deps.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

/** Lifetime of a chat. */

function firstWords(actor: Caller, assistant: string | null): BotAnswer {
  const more =
    assistant === null ? '.' : `, or ask a question. ${assistant} reads your question and the results.`
  const hello = greeting('Hello', greetedNameOf(actor))
  return say(`${hello}. I can look up anything you have access to. Type / for commands${more}`)
}

const messageOfAnswer = (chatId: string, answer: BotAnswer, createdAt: Date): store.NewMessage => ({
  chatId,
  author: 'bot',
  ...answer,
  createdAt,
})

/** Begins a chat; the bot says what it can do. */
async function startChat(deps: BotDeps, actor: Caller) {
  const { db, clock } = deps
  requires(actor, botEndpoints.start.access)
  const source = (await assistantOf(deps))?.source ?? null
  const chat = { id: randomBytes(16).toString('hex'), userId: actor.id, createdAt: clock() }
  await store.insertChat(db, chat)
  const first = await store.insertMessage(
    db,
    messageOfAnswer(chat.id, firstWords(actor, source), chat.createdAt),
  )
  return { chatId: chat.id, messages: [first], assistant: source }
}

async function listMessages({ db }: BotDeps, actor: Caller, chatId: string, since: number) {
  const messages = await queries.listMessages(db, { chatId, userId: actor.id, since })
  if (messages === null) throw notFound('Chat')
  return messages
}

/** Stores a message, looks it up with the user's permissions, and stores the answer. */
async function ask(deps: BotDeps, actor: Caller, chatId: string, message: string) {
  requires(actor, botEndpoints.send.access)
  const { db, clock } = deps
  await listMessages(deps, actor, chatId, Number.MAX_SAFE_INTEGER)
  const said = { chatId, author: 'user' as const, message, error: null, options: [], createdAt: clock() }
  const question = await store.insertMessage(db, said)
  const command = askedCommand(message)
  const answer = command
    ? await readCommand(deps, actor, command)
    : await answerInWords(deps, actor, question)
  return [question, await store.insertMessage(db, messageOfAnswer(chatId, answer, clock()))]
}

/** Starts making a file that an answer in the user's own chat has offered. */
async function startFile({ db, exports }: BotDeps, actor: Caller, id: number, place: number) {
  const message = await queries.findMessage(db, { id, userId: actor.id })
  const option = message?.options[place]
  if (option?.type !== 'download') throw notFound('File')
  return exports.startExport(actor, option.kind, option.request)
}

/** The bot: it reads with the current user's permissions, and changes nothing. */
export function createBotService(deps: BotDeps) {
  return {
    startChat: (actor: Caller) => startChat(deps, actor),
    listMessages: (actor: Caller, chatId: string, since: number) => listMessages(deps, actor, chatId, since),
    ask: (actor: Caller, chatId: string, message: string) => ask(deps, actor, chatId, message),
    startFile: (actor: Caller, id: number, place: number) => startFile(deps, actor, id, place),
  }
}
export type BotService = ReturnType<typeof createBotService>
