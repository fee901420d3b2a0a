import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams, listOf, PageField } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { UserName } from '../../ground/users/contract.ts'
import { OUTCOMES } from './rules.ts'

const Outcome = z.enum(OUTCOMES)

/** A run over the published posts of a site. */
export const Adoption = z.object({
  adoption_id: z.number(),
  /** All posts, or only new ones. */
  kind: z.enum(['whole', 'news']),
  /** `listing` and `reading` are under way. */
  state: z.enum(['listing', 'reading', 'finished', 'stopped']),
  /** Why it waits, or why it was stopped. */
  reason: z.string().nullable(),
  /** The user who requested it; null for scheduled runs and the command line. */
  user: UserName.nullable(),
  /** Number of posts listed so far, and processed so far. */
  total: z.number(),
  done: z.number(),
  /** How many posts came out how. */
  outcomes: z.object({
    added: z.number(),
    changed: z.number(),
    known: z.number(),
    ours: z.number(),
    gone: z.number(),
    refused: z.number(),
  }),
  /** How many products its posts recommend, each counted once. */
  products: z.number(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type Adoption = z.infer<typeof Adoption>

/** What Copydesk follows of a site that it did not write. */
export const SiteAdoption = z.object({
  /** Why the posts of this site cannot be read; null if they can. */
  refusal: z.string().nullable(),
  /** How many posts of the site are followed that were not written here. */
  followed: z.number(),
  /** The run that is under way. */
  running: Adoption.nullable(),
  /** The last run over all posts that has ended. */
  last: Adoption.nullable(),
  /** When the site was last checked for news, and the last run that found some. */
  checked_at: Timestamp.nullable(),
  news: Adoption.nullable(),
})
export type SiteAdoption = z.infer<typeof SiteAdoption>

/** A post as a run has read it. */
export const AdoptedPost = z.object({
  post_id: z.string(),
  outcome: Outcome,
  title: z.string(),
  /** Null if it has no address that is safe to open. */
  url: z.string().nullable(),
  focus_keyword: z.string(),
  asins: z.array(z.string()),
  /** Why it was refused, or what else is to be said of it. */
  note: z.string(),
})
export type AdoptedPost = z.infer<typeof AdoptedPost>

/** What the focus keywords of a site's posts would bring to Keywords. */
export const KeywordsOfPosts = z.object({
  /** How many would be added, are there already, and are no keywords. */
  added: z.number(),
  repeated: z.number(),
  invalid: z.number(),
  /** Posts without any. */
  without: z.number(),
  /** The first of them in the order of the alphabet, those that are new first. */
  keywords: z.array(
    z.object({
      keyword: z.string(),
      posts: z.number(),
      state: z.enum(['new', 'known', 'refused']),
      /** Why it is refused. */
      reason: z.string().nullable(),
    }),
  ),
})
export type KeywordsOfPosts = z.infer<typeof KeywordsOfPosts>

const access = ['ManageSites'] as const

export const adoptionEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/sites/:id/adoption',
    access,
    summary:
      'The followed posts of a site that weren’t written in Copydesk, and the progress of reading them.',
    params: IdParams,
    answer: SiteAdoption,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/sites/:id/adoption',
    access,
    summary:
      'Read every published post of a site, in the background. 409 if a run is in progress or the site isn’t on WordPress. Never changes posts.',
    params: IdParams,
    answer: Adoption,
    status: 202,
  }),
  stop: endpoint({
    method: 'DELETE',
    path: '/api/sites/:id/adoption',
    access,
    summary: 'Stop the current run; posts read so far are kept.',
    params: IdParams,
    answer: SiteAdoption,
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/adoptions/:id/posts',
    access,
    summary: 'The report of a run: the outcome of each post, by page.',
    params: IdParams,
    query: z.object({ page: PageField, outcomes: listOf(Outcome) }),
    answer: z.object({ nodes: z.array(AdoptedPost), totalCount: z.number() }),
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/adoptions/:id/report',
    access,
    reads: true,
    summary: 'Prepare the report of a run as CSV.',
    params: IdParams,
    answer: ExportJob,
    status: 202,
  }),
  keywords: endpoint({
    method: 'GET',
    path: '/api/sites/:id/adoption/keywords',
    access,
    summary:
      'Preview of adding the focus keywords of a site’s followed posts to Keywords. Also needs KeywordsUpload. Writes nothing.',
    params: IdParams,
    answer: KeywordsOfPosts,
  }),
  addKeywords: endpoint({
    method: 'POST',
    path: '/api/sites/:id/adoption/keywords',
    access,
    summary:
      'Add the focus keywords of a site’s followed posts to Keywords, for this site; existing ones stay as they are. Also needs KeywordsUpload.',
    params: IdParams,
    answer: z.object({ added: z.number(), repeated: z.number(), invalid: z.number() }),
  }),
}
