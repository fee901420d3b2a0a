import type { RecordedChange } from '#shared/features/keywords/keyword-changes/contract.ts'
import type { Db } from '../../../db/connect.ts'
import type { UploadHappening } from '../keyword-uploads/service.ts'
import type { KeywordAddition, KeywordEdit } from '../keywords/service.ts'
import { recordAdded } from './slice-store.ts'
import * as store from './store.ts'

/** The numbers that came into a list, and those that left it. */
function listed(kind: 'tag' | 'site', before: readonly number[], after = before): store.OnePart[] {
  const came = after.filter((id) => !before.includes(id))
  const went = before.filter((id) => !after.includes(id))
  return [
    ...came.map((valueId) => ({ kind, valueId, isAdded: true })),
    ...went.map((valueId) => ({ kind, valueId, isAdded: false })),
  ]
}

function tracking({ before, after }: KeywordEdit): store.OnePart[] {
  const { isTracked = before.isTracked } = after
  if (isTracked === before.isTracked) return []
  const trackedSince = isTracked || before.trackedSince === null ? undefined : [before.trackedSince]
  return [{ kind: 'tracked', valueId: 0, isAdded: isTracked, trackedSince }]
}

/** What an edit of one keyword is called. */
function changeOf(parts: readonly store.OnePart[]): RecordedChange {
  const [first] = parts
  if (first?.kind === 'tracked' && parts.length === 1) return { action: first.isAdded ? 'track' : 'untrack' }
  return { action: 'edit' }
}

/** Writes an edit of a keyword's tags, sites or tracking down as a change, which can be taken back. */
export async function recordEdit(tx: Db, edit: KeywordEdit): Promise<number | null> {
  const { id, before, after, actor, now } = edit
  const parts = [
    ...listed('tag', before.tagIds, after.tagIds),
    ...listed('site', before.siteIds, after.siteIds),
    ...tracking(edit),
  ]
  if (parts.length === 0) return null
  const change = changeOf(parts)
  const changeId = await store.insertDone(tx, {
    userId: actor.id,
    change,
    selected: 1,
    changed: 1,
    slices: 1,
    now,
  })
  await store.insertParts(tx, changeId, [id], parts)
  return changeId
}

/** Records added keywords as a change; undoing it removes them. */
export async function recordAddition(tx: Db, { ids, actor, now }: KeywordAddition): Promise<number> {
  const change = { action: 'add' } as const
  const counts = { selected: ids.length, changed: ids.length, slices: 1 }
  const changeId = await store.insertDone(tx, { userId: actor.id, change, ...counts, now })
  await store.insertParts(tx, changeId, ids, [{ kind: 'keyword', valueId: 0, isAdded: true }])
  return changeId
}

/** Records an upload that has brought something. */
export async function recordUpload(tx: Db, upload: UploadHappening): Promise<void> {
  const { actor, file, added, repeated, invalid, keywordIds, now } = upload
  const slices = store.slicesOf(added)
  const changeId = await store.insertDone(tx, {
    userId: actor.id,
    change: { action: 'upload', file, repeated, invalid },
    selected: added + repeated,
    changed: added,
    slices,
    now,
  })
  await recordAdded(tx, { changeId, slices }, keywordIds)
}
