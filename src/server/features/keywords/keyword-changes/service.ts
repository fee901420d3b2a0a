import {
  type Action,
  type ChangeQuery,
  keywordChangeEndpoints,
  type RecordedChange,
  type Selection,
  UNDO_DAYS,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import { maySeeChange } from '#shared/features/keywords/keyword-changes/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { allowBulk } from '../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { ChangeDeps } from './deps.ts'
import { effectOfChange } from './effect-reader.ts'
import { listChanges, readDetails } from './list-reader.ts'
import { findUndo } from './queries.ts'
import * as store from './store.ts'
import { carryOut } from './verbs/make-change.ts'
import { undoChange } from './verbs/undo-change.ts'

async function readChange(db: Db, actor: Caller, id: number) {
  const change = await store.findChange(db, id)
  if (!change || !maySeeChange(actor, change)) throw notFound('Change')
  return { ...change, undo: change.state === 'undone' ? ((await findUndo(db, id)) ?? null) : null }
}
export type ReadChange = Awaited<ReturnType<typeof readChange>>

async function lockOwn(tx: Db, actor: Caller, id: number) {
  await allowBulk(tx)
  const change = await store.lockChange(tx, id)
  if (change?.userId !== actor.id) throw notFound('Change')
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
  { clock, keywords }: ChangeDeps,
  actor: Caller,
  { selection, change, isFinal }: Wish & { isFinal: boolean },
) {
  const effect = await effectOfChange(tx, { keywords, isFinal }, change)
  const where =
    'keywordIds' in selection
      ? store.isAmongKeywords(selection.keywordIds)
      : keywords.whereOf(actor, selection.filter)
  return store.insertChange(tx, { userId: actor.id, change, effect, where, now: clock() })
}

async function prepare(deps: ChangeDeps, actor: Caller, wish: Wish) {
  requires(actor, keywordChangeEndpoints.prepare.access)
  const id = await transaction(deps.db, async (tx) => {
    await allowBulk(tx)
    return freeze(tx, deps, actor, { ...wish, isFinal: false })
  })
  return readChange(deps.db, actor, id)
}

/** With which tags or sites. */
async function objectsOf(tx: Db, change: RecordedChange | undefined) {
  switch (change?.action) {
    case 'addSites':
    case 'removeSites':
      return { sites: change.sites }
    case 'addTags':
    case 'removeTags':
      return { tags: await store.nameTags(tx, change.tags) }
    case 'changeTags':
      return {
        added: await store.nameTags(tx, change.tagsToAdd),
        removed: await store.nameTags(tx, change.tagsToRemove),
      }
    default:
      return {}
  }
}

/** One entry for all its keywords. */
async function auditChange(tx: Db, actor: Caller, id: number) {
  const found = await store.findChange(tx, id)
  const { action, selected, changes } = found ?? {}
  const objects = await objectsOf(tx, found?.change)
  await audit(tx, actor, 'keyword.many-changed', {
    after: { changeId: id, action, ...objects, selected, changes },
  })
}

async function apply(deps: ChangeDeps, actor: Caller, id: number) {
  requires(actor, keywordChangeEndpoints.apply.access)
  await transaction(deps.db, async (tx) => {
    const { state } = await lockOwn(tx, actor, id)
    if (state === 'undone' || state === 'undoing')
      throw new AppError('conflict', 'This change has been undone.')
    if (state !== 'prepared') return
    await carryOut(tx, deps, id, await store.beginApplying(tx, id, deps.clock()))
    await auditChange(tx, actor, id)
  })
  return readChange(deps.db, actor, id)
}

/** Prepares and applies in one. */
async function applyNow(deps: ChangeDeps, actor: Caller, wish: Wish) {
  requires(actor, keywordChangeEndpoints.changeTags.access)
  const id = await transaction(deps.db, async (tx) => {
    await allowBulk(tx)
    const change = await freeze(tx, deps, actor, { ...wish, isFinal: true })
    await carryOut(tx, deps, change, await store.beginApplying(tx, change, deps.clock()))
    await auditChange(tx, actor, change)
    return change
  })
  return readChange(deps.db, actor, id)
}

export function createChangesService(deps: ChangeDeps) {
  return {
    readChange: (actor: Caller, id: number) => readChange(deps.db, actor, id),
    prepare: (actor: Caller, wish: Wish) => prepare(deps, actor, wish),
    apply: (actor: Caller, id: number) => apply(deps, actor, id),
    undo: async (actor: Caller, id: number) => {
      await undoChange(deps, actor, id)
      return readChange(deps.db, actor, id)
    },
    listChanges: (actor: Caller, query: ChangeQuery) => listChanges(deps, actor, query),
    readDetails: (actor: Caller, id: number) => readDetails(deps, actor, id),
    applyNow: (actor: Caller, wish: Wish) => applyNow(deps, actor, wish),
    /** Deletes the undo data of changes that can no longer be undone. */
    forgetOld: () => store.forgetMadeBefore(deps.db, new Date(deps.clock().getTime() - UNDO_DAYS * DAY_MS)),
  }
}
export type ChangesService = ReturnType<typeof createChangesService>
