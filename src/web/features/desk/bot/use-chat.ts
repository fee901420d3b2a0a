import { useQuery } from '@tanstack/react-query'
import { handleError } from '#web/api/handle-error.ts'
import { RELOAD, TITLES } from './messages.ts'
import { chatQuery, saidQuery, useSend } from './queries.ts'

/** A chat with the bot, which starts when the screen is opened. */
export function useChat() {
  const chat = useQuery(chatQuery)
  const botId = chat.data?.bot_id ?? ''
  const said = useQuery(saidQuery({ bot_id: botId, messages: chat.data?.messages ?? [] }))
  const send = useSend(botId)
  const error = chat.error ?? said.error
  // While the answer is being generated, polling may already have returned the question.
  const messages = said.data
  const isTold = messages.at(-1)?.author === 'user'
  return {
    messages,
    assistant: chat.data?.assistant ?? null,
    state: error ? ('lost' as const) : botId === '' ? ('starting' as const) : ('ready' as const),
    /** The error, and advice. */
    failure: error && { message: error.message, advice: RELOAD },
    /** A message that is being sent and is not in the chat yet. */
    saying: send.isPending && !isTold ? send.variables : null,
    isAnswering: send.isPending,
    /** The user has not sent a message yet. */
    isNew: !send.isPending && messages.every(({ author }) => author !== 'user'),
    /** Resolves to whether the message was sent. */
    say: (message: string): Promise<boolean> =>
      send.mutateAsync(message).then(
        () => true,
        (problem: unknown) => {
          handleError(TITLES.send)(problem)
          return false
        },
      ),
  }
}
export type Chat = ReturnType<typeof useChat>
