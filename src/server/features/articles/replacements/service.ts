import { maySeeChange, maySeeEverybodys } from '#shared/features/keywords/keyword-changes/rules.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import { findCandidates } from './candidate-reader.ts'
import { claimsIn } from './claim-text.ts'
import type { ReplacementDeps } from './deps.ts'
import { otherAttributes, otherSentences } from './difference-text.ts'
import { readRequested } from './edits-reader.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import { applyReplacement, type Choice, retryReplacement } from './verbs/apply-replacement.ts'
import { prepareReplacement, type ReplacementWish } from './verbs/prepare-replacement.ts'
import { undoReplacement } from './verbs/undo-replacement.ts'

async function read({ db, clock }: ReplacementDeps, actor: Caller, id: number) {
  const [known, listed] = await Promise.all([store.findReplacement(db, id), queries.findListed(db, id)])
  if (!known || !listed || !maySeeChange(actor, known)) throw notFound('Replacement')
  const places = await store.listPlaces(db, id)
  const ids = places.flatMap(({ resultId }) => resultId ?? [])
  const [results, codes] = await Promise.all([
    queries.listResults(db, ids, { userId: actor.id, asin: known.oldAsin }),
    queries.siteCodes(db),
  ])
  const texts = known.state === 'prepared' ? await queries.listPlannedTexts(db, id) : []
  return {
    isOwn: known.userId === actor.id,
    listed,
    places,
    codes,
    results: new Map(results.map((result) => [result.id, result])),
    claims: new Map(texts.map((text) => [text.placeId, claimsIn(text.content, text.mentions)])),
    now: clock(),
  }
}
/** What readers of one of its live posts would read otherwise. */
async function readDifference(
  { db }: ReplacementDeps,
  actor: Caller,
  { id, placeId }: { id: number; placeId: number },
) {
  const known = await store.findReplacement(db, id)
  if (!known || !maySeeChange(actor, known)) throw notFound('Replacement')
  const texts = await queries.findTexts(db, { id, placeId })
  if (!texts) throw notFound('Live post')
  const { before, after } = texts
  return { sentences: otherSentences(before, after), attributes: otherAttributes(before, after) }
}

export type ReadReplacement = Awaited<ReturnType<typeof read>>

/** One product in place of another, everywhere at once, and back. */
export function createReplacementsService(deps: ReplacementDeps) {
  const { db, clock } = deps
  return {
    findCandidates: (asin: string) => findCandidates(deps, asin),
    read: (actor: Caller, id: number) => read(deps, actor, id),
    readDifference: (actor: Caller, place: { id: number; placeId: number }) =>
      readDifference(deps, actor, place),
    readRequested: (actor: Caller, articleId: number) => readRequested(deps, actor, articleId),
    async prepare(actor: Caller, wish: ReplacementWish) {
      return read(deps, actor, await prepareReplacement(deps, actor, wish))
    },
    async apply(actor: Caller, choice: Choice) {
      await applyReplacement(deps, actor, choice)
      return read(deps, actor, choice.id)
    },
    async retry(actor: Caller, id: number) {
      await retryReplacement(deps, actor, id)
      return read(deps, actor, id)
    },
    async undo(actor: Caller, id: number) {
      await undoReplacement(deps, actor, id)
      return read(deps, actor, id)
    },
    /** A page of replacements, and their number. */
    async listReplacements(actor: Caller, page: number) {
      const seen = { userId: maySeeEverybodys(actor.permissions) ? undefined : actor.id, now: clock() }
      const [rows, total] = await Promise.all([
        queries.listReplacements(db, { ...seen, page }),
        queries.countReplacements(db, seen),
      ])
      return { rows, total, now: seen.now }
    },
    async listBack(actor: Caller) {
      const now = clock()
      return { rows: await queries.listBack(db, { userId: actor.id, now }), now }
    },
  }
}
export type ReplacementsService = ReturnType<typeof createReplacementsService>
