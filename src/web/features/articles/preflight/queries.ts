import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { FormBody } from '#shared/features/articles/articles/form.ts'
import { preflightEndpoints } from '#shared/features/articles/preflight/contract.ts'
import { call } from '#web/api/client.ts'

type Form = z.input<typeof FormBody>
export type PreflightBody = Pick<Form, 'keywords' | 'title' | 'imageUrl' | 'products' | 'faqs'> & {
  siteId?: number
  article_id?: number
}

/** The findings on a form as typed. */
export const typedPreflightQuery = (body: PreflightBody) =>
  queryOptions({
    queryKey: ['preflight', 'typed', body],
    queryFn: ({ signal }) => call(preflightEndpoints.check, { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })

/** The findings on an article as stored. */
export const storedPreflightQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['preflight', 'stored', id, version],
    queryFn: ({ signal }) => call(preflightEndpoints.read, { params: { id } }, { signal }),
    retry: false,
  })
