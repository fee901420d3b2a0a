import type { Action, Selection } from '#shared/features/keyword-changes/contract.ts'
import { allowBulk } from '../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Actor } from '../../http/actor.ts'
import type { KeywordsService } from '../keywords/service.ts'
import * as store from './store.ts'
import { effectOf } from './verbs/effect-of.ts'

export interface ChangeParts {
  db: Db
  clock: () => Date
  keywords: Pick<KeywordsService, 'resolveTags' | 'resolveSites' | 'whereOf' | 'forgetTotals'>
}

const PREPARED_KEPT_MS = 7 * 24 * 60 * 60 * 1000

async function readChange(db: Db, actor: Actor, id: number): Promise<store.FoundChange> {
  const change = await store.findChange(db, id, actor.id)
  if (!change) throw notFound('Change')
  return change
}

async function lockOwn(tx: Db, actor: Actor, id: number) {
  await allowBulk(tx)
  const change = await store.lockChange(tx, id, actor.id)
  if (!change) throw notFound('Change')
  return change
}

/** An action on a selection of keywords. */
export interface Wish {
  selection: Selection
  change: Action
}

/** Freezes which keywords a change is about; where it is final, its new tags are made. */
async function freeze(
  tx: Db,
  { clock, keywords }: ChangeParts,
  actor: Actor,
  { selection, change, isFinal }: Wish & { isFinal: boolean },
) {
  const effect = await effectOf(tx, { keywords, isFinal }, change)
  const where =
    'keywordIds' in selection
      ? store.isOneOf(selection.keywordIds)
      : keywords.whereOf(actor, selection.filter)
  const now = clock()
  const id = await store.insertChange(tx, { userId: actor.id, change, effect, where, now })
  return { id, effect, now }
}

async function prepare(parts: ChangeParts, actor: Actor, wish: Wish) {
  const { id } = await transaction(parts.db, async (tx) => {
    await allowBulk(tx)
    return freeze(tx, parts, actor, { ...wish, isFinal: false })
  })
  return readChange(parts.db, actor, id)
}

async function apply({ db, clock, keywords }: ChangeParts, actor: Actor, id: number) {
  await transaction(db, async (tx) => {
    const { state, change } = await lockOwn(tx, actor, id)
    if (state === 'undone') throw new AppError('conflict', 'This change has been taken back.')
    if (state === 'applied') return
    const effect = await effectOf(tx, { keywords, isFinal: true }, change)
    await store.applyChange(tx, id, effect, clock())
  })
  keywords.forgetTotals()
  return readChange(db, actor, id)
}

async function undo({ db, clock, keywords }: ChangeParts, actor: Actor, id: number) {
  await transaction(db, async (tx) => {
    const { state, appliedAt } = await lockOwn(tx, actor, id)
    if (state === 'undone') return
    if (appliedAt === null) throw new AppError('conflict', 'This change has not been made yet.')
    await store.undoChange(tx, { id, appliedAt }, clock())
  })
  keywords.forgetTotals()
  return readChange(db, actor, id)
}

/** Prepares and applies in one. */
async function applyNow(parts: ChangeParts, actor: Actor, wish: Wish) {
  const id = await transaction(parts.db, async (tx) => {
    await allowBulk(tx)
    const change = await freeze(tx, parts, actor, { ...wish, isFinal: true })
    await store.applyChange(tx, change.id, change.effect, change.now)
    return change.id
  })
  parts.keywords.forgetTotals()
  return readChange(parts.db, actor, id)
}

export function createChangesService(parts: ChangeParts) {
  return {
    prepare: (actor: Actor, wish: Wish) => prepare(parts, actor, wish),
    apply: (actor: Actor, id: number) => apply(parts, actor, id),
    undo: (actor: Actor, id: number) => undo(parts, actor, id),
    applyNow: (actor: Actor, wish: Wish) => applyNow(parts, actor, wish),
    removeForgotten: () =>
      store.removePreparedBefore(parts.db, new Date(parts.clock().getTime() - PREPARED_KEPT_MS)),
  }
}
export type ChangesService = ReturnType<typeof createChangesService>
