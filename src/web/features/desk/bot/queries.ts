import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { type BotMessage, botEndpoints } from '#shared/features/desk/bot/contract.ts'
import { contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import { ApiError, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useMutation } from '#web/api/use-mutation.ts'

/** Poll interval of a chat, in ms. */
const POLL_MS = 2500
/** The maximum of the backoff while the server does not respond; the interval doubles with each failure. */
const LATEST_MS = 60_000
/** Completion data rarely changes. */
const FRESH_MS = 60_000

type Started = Answered<typeof botEndpoints.start>

/** Posts by title, highest earnings first; articles, newest first. */
export const postsNamedQuery = (title: string) =>
  queryOptions({
    queryKey: ['bot', 'posts', title],
    queryFn: ({ signal }) => call(contentTrackerEndpoints.content, { query: { title } }, { signal }),
    select: (answer) => answer?.edges ?? [],
    staleTime: FRESH_MS,
  })
export const articlesNamedQuery = (query: string) =>
  queryOptions({
    queryKey: ['bot', 'articles', query],
    queryFn: ({ signal }) => call(articleEndpoints.suggest, { query: { query } }, { signal }),
    staleTime: FRESH_MS,
  })

/** A new chat each time the screen is opened. */
export const chatQuery = queryOptions({
  queryKey: ['bot', 'chat'],
  queryFn: async ({ signal }) => {
    const started = await call(botEndpoints.start, {}, { signal })
    if (started === null) throw serviceUnavailable()
    return started
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnReconnect: false,
})

/** Merges messages without duplicates, in chronological order. */
function merged(known: readonly BotMessage[], more: readonly BotMessage[]): BotMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.message_id, message]))
  return [...byId.values()].sort((one, other) => one.message_id - other.message_id)
}

/** The chat no longer exists on the server and will not come back. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const saidKey = (botId: string) => ['bot', 'said', botId] as const

/** The messages of a chat, polled while the screen is open. */
export const saidQuery = ({ bot_id: botId, messages: first }: Pick<Started, 'bot_id' | 'messages'>) =>
  queryOptions({
    queryKey: saidKey(botId),
    queryFn: async ({ signal, client }) => {
      const known = () => client.getQueryData<BotMessage[]>(saidKey(botId)) ?? first
      const since = known().at(-1)?.message_id ?? 0
      const answer = await call(botEndpoints.poll, { query: { bot_id: botId, since } }, { signal })
      return merged(known(), answer?.messages ?? [])
    },
    enabled: botId !== '',
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { error, dataUpdatedAt, errorUpdatedAt } }) => {
      if (error === null) return POLL_MS
      if (isOver(error)) return false
      return Math.min(Math.max(errorUpdatedAt - dataUpdatedAt, 2 * POLL_MS), LATEST_MS)
    },
  })

/** Sends a message to a chat; the message and its answer are shown at once. */
export function useSend(botId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: string) =>
      call(botEndpoints.send, { body: { message, context: { bot_id: botId } } }),
    onSuccess: (answer) =>
      queries.setQueryData<BotMessage[]>(saidKey(botId), (known = []) =>
        merged(known, answer?.messages ?? []),
      ),
  })
}

/** Starts the file that an answer offers. */
export const startFile = (file: { id: number; place: number }) => call(botEndpoints.file, { params: file })
