import type { Api } from './api.ts'
import type { WritingCall } from './writing-call.ts'

/** Messages to the bot, for the list of all writing calls. Only the bot's files are audited. */
export async function botCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const say = async (message: string) => {
    const { bot_id: botId } = (await eng.put('/api/bot')).body
    return eng.post('/api/bot', { message, context: { bot_id: botId } })
  }
  return {
    'bot.start': ['eng', null, async () => () => eng.put('/api/bot')],
    'bot.send': ['eng', null, async () => () => say('/help')],
    'bot.file': [
      'eng',
      'file.asked',
      async () => {
        const [, { options }] = (await say('/earnings')).body.messages
        const file = options.find(({ type }: { type: string }) => type === 'download')
        return () => eng.post(file.value)
      },
    ],
  }
}
