import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { articleEndpoints } from '#shared/features/articles/contract.ts'
import { type BotMessage, botEndpoints } from '#shared/features/bot/contract.ts'
import { contentTrackerEndpoints } from '#shared/features/content-tracker/contract.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import { ApiError, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'

/** How often it is asked what was said. */
const POLL_MS = 2500
/** A server that does not answer is asked twice as late each time, at the latest after this. */
const LATEST_MS = 60_000
/** What completes words changes seldom. */
const FRESH_MS = 60_000

type Started = Answered<typeof botEndpoints.start>

/** Posts by their titles, those that earn most first; and articles, the newest first. */
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

/** Each message once, in the order in which they were said. */
function merged(known: readonly BotMessage[], more: readonly BotMessage[]): BotMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.message_id, message]))
  return [...byId.values()].sort((one, other) => one.message_id - other.message_id)
}

/** A chat that is not there any more does not come back. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

const saidKey = (botId: string) => ['bot', 'said', botId] as const

/** What was said in a chat, asked again and again while somebody looks at it. */
export const saidQuery = ({ botId, messages: first }: Pick<Started, 'botId' | 'messages'>) =>
  queryOptions({
    queryKey: saidKey(botId),
    queryFn: async ({ signal, client }) => {
      const known = () => client.getQueryData<BotMessage[]>(saidKey(botId)) ?? first
      const since = known().at(-1)?.message_id ?? 0
      const answer = await call(botEndpoints.poll, { query: { botId, since } }, { signal })
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

/** Says something in a chat; what was said and answered is shown at once. */
export function useSend(botId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => call(botEndpoints.send, { body: { message, context: { botId } } }),
    onSuccess: (answer) =>
      queries.setQueryData<BotMessage[]>(saidKey(botId), (known = []) =>
        merged(known, answer?.messages ?? []),
      ),
  })
}

/** Begins to make the file that an answer offers. */
export const startFile = (file: { id: number; place: number }) => call(botEndpoints.file, { params: file })
