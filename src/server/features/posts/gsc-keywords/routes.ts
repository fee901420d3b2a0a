import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { gscKeywordsEndpoints } from '#shared/features/posts/gsc-keywords/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentExport } from '../../ground/area.ts'
import type { GscHandlerDeps } from './deps.ts'
import {
  dollarsOf,
  presentIgnored,
  presentLogged,
  presentMismatch,
  presentPlaces,
  presentSaved,
  presentStriking,
} from './present.ts'
import * as queries from './queries.ts'
import { STRIKING_DISTANCE } from './striking-files.ts'
import { listStriking } from './striking-queries.ts'
import { ignorePosts, unignorePost } from './verbs/ignore-posts.ts'
import { saveKeywords, undoKeyword } from './verbs/save-keywords.ts'

type GscHandlers = Handlers<typeof gscKeywordsEndpoints>

/** Analyses of searches besides mismatches. */
function analyses(deps: GscHandlerDeps): Pick<GscHandlers, 'striking' | 'strikingFile'> {
  const { db } = deps
  return {
    async striking({ query }) {
      const { total, toBeHad, worth, valued, rows } = await listStriking(db, query)
      const now = deps.clock()
      return {
        nodes: rows.map((row) => presentStriking(row, now)),
        totalCount: total,
        to_be_had: toBeHad,
        worth: dollarsOf(worth),
        valued,
      }
    },
    async strikingFile({ actor, query }) {
      return presentExport(await deps.exports.startExport(actor, STRIKING_DISTANCE, query))
    },
  }
}

export function gscKeywordsHandlers(deps: GscHandlerDeps): GscHandlers {
  const { db } = deps
  return {
    async list({ query }) {
      const [{ total, rows }, ignored, { until, missing }] = await Promise.all([
        queries.listMismatches(db, query),
        queries.countIgnored(db),
        queries.readState(db, query),
      ])
      return { nodes: rows.map(presentMismatch), totalCount: total, ignored, until, missing }
    },
    async positions({ query: { site_id: siteId, post_id: postId, period, queries: asked = [] } }) {
      const keys = asked.map(keywordIdentity)
      return presentPlaces(keys, await queries.listPlaces(db, { siteId, postId, period, queries: keys }))
    },
    ...analyses(deps),
    async save({ actor, body }) {
      const changes = body.map((each) => ({
        siteId: each.site_id,
        postId: each.post_id,
        before: each.keyword_before,
        after: each.keyword_after,
      }))
      return (await saveKeywords(deps, actor, changes)).map(presentSaved)
    },
    async ignored({ query }) {
      const { total, rows } = await queries.listIgnored(db, query)
      return { nodes: rows.map(presentIgnored), totalCount: total }
    },
    async ignore({ actor, body }) {
      const posts = body.map((each) => ({ siteId: each.site_id, postId: each.post_id }))
      return { added: await ignorePosts(deps, actor, posts) }
    },
    async unignore({ actor, body }) {
      await unignorePost(deps, actor, { siteId: body.site_id, postId: body.post_id })
    },
    async log({ query }) {
      const { total, rows } = await queries.listLog(db, query)
      return { nodes: rows.map(presentLogged), totalCount: total }
    },
    undo: async ({ actor, params }) => presentSaved(await undoKeyword(deps, actor, params.id)),
  }
}
