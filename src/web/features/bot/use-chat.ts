import { useQuery } from '@tanstack/react-query'
import { handleError } from '#web/api/handle-error.ts'
import { RELOAD, TITLES } from './messages.ts'
import { chatQuery, saidQuery, useSend } from './queries.ts'

/** One talk with the bot, from when the screen is opened. */
export function useChat() {
  const chat = useQuery(chatQuery)
  const botId = chat.data?.botId ?? ''
  const said = useQuery(saidQuery({ botId, messages: chat.data?.messages ?? [] }))
  const send = useSend(botId)
  const error = chat.error ?? said.error
  // While the answer is on its way the question may have been told already.
  const messages = said.data
  const isTold = messages.at(-1)?.author === 'user'
  return {
    messages,
    assistant: chat.data?.assistant ?? null,
    state: error ? ('lost' as const) : botId === '' ? ('starting' as const) : ('ready' as const),
    /** What went wrong, and what to do. */
    failure: error && { message: error.message, advice: RELOAD },
    /** What is being said and was not told yet. */
    saying: send.isPending && !isTold ? send.variables : null,
    isAnswering: send.isPending,
    /** Nobody has asked anything yet. */
    isNew: !send.isPending && messages.every(({ author }) => author !== 'user'),
    /** Resolves to whether it was said. */
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
