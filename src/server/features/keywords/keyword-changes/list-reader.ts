import {
  CHANGE_KINDS,
  CHANGES_SEEN_DAYS,
  type ChangeQuery,
  COUNTED_AT_ONCE,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import { maySeeEverybodys } from '#shared/features/keywords/keyword-changes/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { forbidden, notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import type { ChangeDeps } from './deps.ts'
import * as queries from './queries.ts'

/** To count more takes longer than anybody waits; an undo of them counts as it goes. */
const MOST_COUNTED = 200_000
const isUndoable = ({ state, action, is_forgotten: isForgotten, undone }: queries.ListedChange) =>
  state === 'applied' && action !== 'undo' && !isForgotten && undone === null

/** A page of changes, those of few keywords with what an undo would put back. */
export async function listChanges({ db, clock, timeZone }: ChangeDeps, actor: Caller, query: ChangeQuery) {
  const { whose, kind, limit, offset, start_date: startDate, end_date: endDate } = query
  const isAll = maySeeEverybodys(actor.permissions)
  if (whose === 'everybody' && !isAll) throw forbidden()
  const since = new Date(clock().getTime() - CHANGES_SEEN_DAYS * DAY_MS)
  const all = { since, timeZone }
  const actions = kind?.flatMap((name) => CHANGE_KINDS[name])
  const filter = { ...all, startDate, endDate, actions, userId: whose === 'mine' ? actor.id : undefined }
  const [rows, total, mine, everybody] = await Promise.all([
    queries.listChanges(db, { ...filter, limit, offset }),
    queries.countChanges(db, filter),
    queries.countChanges(db, { ...all, userId: actor.id }),
    isAll ? queries.countChanges(db, all) : null,
  ])
  const counted = rows.filter((row) => isUndoable(row) && row.changed <= COUNTED_AT_ONCE)
  const outlooks = await queries.readOutlooks(
    db,
    counted.map(({ change_id: id }) => id),
    timeZone,
  )
  return { rows, outlooks, total, mine, everybody, now: clock() }
}

/** One change with what an undo would put back, unless that are a great many, and some of its keywords. */
export async function readDetails({ db, clock, timeZone }: ChangeDeps, actor: Caller, id: number) {
  const row = await queries.findListed(db, id)
  if (!row || (row.user.id !== actor.id && !maySeeEverybodys(actor.permissions))) throw notFound('Change')
  const isCounted = isUndoable(row) && row.changed <= MOST_COUNTED
  const outlooks = isCounted ? await queries.readOutlooks(db, [id], timeZone) : undefined
  return { row, outlook: outlooks?.get(id), examples: await queries.readExamples(db, id), now: clock() }
}
