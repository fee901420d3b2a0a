import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { userActivityEndpoints } from '#shared/features/people/user-activity/contract.ts'
import { screenTitleAt } from '#shared/features/people/user-activity/rules.ts'
import { call } from '#web/api/client.ts'
import type { ActivityQuestion, ChartSide } from './search.ts'

export const LOG_PAGE_SIZE = 20

/** One page of the log, newest first. */
export const activityLogQuery = (question: ActivityQuestion, page: number) =>
  queryOptions({
    queryKey: ['user-activity', 'log', question, page],
    queryFn: async ({ signal }) => {
      const paging = { limit: LOG_PAGE_SIZE, offset: (page - 1) * LOG_PAGE_SIZE }
      const query = { ...question, ...paging }
      const found = await call(userActivityEndpoints.list, { query }, { signal })
      return {
        rows: found?.data ?? [],
        total: found?.pageInfo.total ?? 0,
        visits: found?.pageInfo.visits ?? 0,
      }
    },
    placeholderData: keepPreviousData,
  })

/** The number of visits by role or by screen. */
export const visitCountsQuery = (question: ActivityQuestion, by: ChartSide) =>
  queryOptions({
    queryKey: ['user-activity', 'counts', by, question],
    queryFn: async ({ signal }) => {
      const query = question
      if (by === 'role') {
        const found = await call(userActivityEndpoints.stats, { query }, { signal })
        return found?.stats.map(({ label, count }) => ({ label, count })) ?? []
      }
      const found = await call(userActivityEndpoints.pathStats, { query }, { signal })
      return found?.stats.map(({ path, count }) => ({ label: screenTitleAt(path), count })) ?? []
    },
    // Only of the same chart: the figures of one grouping must not appear under the title of the other.
    placeholderData: (previous, query) => (query?.queryKey[2] === by ? previous : undefined),
  })

/** The number of visits per day, by role. */
export const visitDaysQuery = (question: ActivityQuestion) =>
  queryOptions({
    queryKey: ['user-activity', 'days', question],
    queryFn: async ({ signal }) =>
      (await call(userActivityEndpoints.dayStats, { query: question }, { signal }))?.stats ?? [],
    placeholderData: keepPreviousData,
  })
