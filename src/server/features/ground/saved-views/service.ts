import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import { type StartChoice, savedViewEndpoints } from '#shared/features/ground/saved-views/contract.ts'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, isDuplicate, transaction } from '../../../db/connect.ts'
import { AppError, forbidden, notFound, RequestInvalid } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export interface ViewDeps {
  db: Db
  clock: () => Date
  timeZone: string
}

/** More views would be hard to find again. */
const MOST_OWN = 50

/** A view requires permission for its screen. */
function requireScreen(actor: Caller, screen: store.ViewValues['screen']): void {
  if (!isPermitted(actor.permissions, SCREENS[screen].access)) throw forbidden()
}

/** The only unique constraint: names per user and screen. */
function refuseTaken({ name }: store.ViewValues) {
  return (error: unknown): never => {
    throw isDuplicate(error) ? new AppError('conflict', `You already have a view “${name}”.`) : error
  }
}

async function readView(db: Db, id: number): Promise<queries.FoundView> {
  const found = await queries.findView(db, id)
  if (!found) throw notFound('View')
  return found
}

/**
 * Returns the caller's own view. Another user's private view counts as not found; the team's views are
 * read-only.
 */
async function requireOwn(db: Db, actor: Caller, id: number): Promise<queries.FoundView['view']> {
  const { view } = await readView(db, id)
  if (view.userId === actor.id) return view
  throw view.isTeam ? forbidden('Only the owner can change this view.') : notFound('View')
}

async function createView(
  { db, clock }: ViewDeps,
  actor: Caller,
  { values, once }: { values: store.ViewValues; once: Once },
) {
  requires(actor, savedViewEndpoints.create.access)
  requireScreen(actor, values.screen)
  const insert = async (tx: Db) => {
    if ((await store.countOwnLocked(tx, actor.id)) >= MOST_OWN)
      throw new AppError('unprocessable', `You already have ${MOST_OWN} views. Delete one first.`)
    const view = await store.insertView(tx, { ...values, userId: actor.id, createdAt: clock() })
    await audit(tx, actor, 'view.created', { id: view, label: values.name, after: values })
    return view
  }
  const id = await transaction(db, (tx) => once(tx, () => insert(tx))).catch(refuseTaken(values))
  return readView(db, id)
}

async function updateView({ db }: ViewDeps, actor: Caller, id: number, values: store.ViewValues) {
  requires(actor, savedViewEndpoints.update.access)
  requireScreen(actor, values.screen)
  await transaction(db, async (tx) => {
    const before = await requireOwn(tx, actor, id)
    await store.updateView(tx, id, values)
    await audit(tx, actor, 'view.changed', { id, label: values.name, before, after: values })
  }).catch(refuseTaken(values))
  return readView(db, id)
}

async function removeView({ db }: ViewDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, savedViewEndpoints.remove.access)
  await transaction(db, async (tx) => {
    const { name } = await requireOwn(tx, actor, id)
    await store.removeView(tx, id)
    await audit(tx, actor, 'view.deleted', { id, label: name })
  })
}

export interface HandedViews {
  fromId: number
  fromName: string
  toId: number
  /** Permissions of the new owner. */
  grants: readonly Permission[]
}

/**
 * Hands over a user's team views, as far as the new owner may open their screens, in the caller's
 * transaction; returns which. Private views are never handed over.
 */
async function handOverViews(
  tx: Db,
  actor: Caller,
  { fromId, fromName, toId, grants }: HandedViews,
): Promise<number[]> {
  requires(actor, offboardingEndpoints.handOver.access)
  const views = await store.lockTeamViews(tx, fromId)
  const seen = views.filter(({ screen }) => isPermitted(grants, SCREENS[screen].access))
  for (const view of seen) {
    await store.giveView(tx, view, { toId, from: fromName })
    const changes = { before: { userId: fromId }, after: { userId: toId } }
    await audit(tx, actor, 'view.handed-over', { id: view.id, label: view.name, ...changes })
  }
  return seen.map(({ id }) => id)
}

const mayReview = (actor: Caller) => isPermitted(actor.permissions, SCREENS.pendingArticles.access)

/** The start page after signing in. Articles returned to the user take precedence over their choice. */
async function readStart({ db, clock, timeZone }: ViewDeps, actor: Caller) {
  const today = dayAt(clock(), timeZone)
  const [start, isReturned] = await Promise.all([
    queries.findStart(db, actor.id),
    mayReview(actor) && queries.isReturnedSince(db, { userId: actor.id, today, timeZone }),
  ])
  // If the view is no longer shared, its screen still opens.
  const chosen = start ? { screen: start.screen, view_id: start.viewId } : null
  const isQueue = isReturned || (start?.screen === 'pendingArticles' && mayReview(actor))
  return isQueue
    ? { chosen, screen: 'pendingArticles' as const, search: '' }
    : { chosen, screen: 'keywords' as const, search: start?.search ?? '' }
}

async function chooseStart(deps: ViewDeps, actor: Caller, { screen, view_id: viewId }: StartChoice) {
  requires(actor, savedViewEndpoints.chooseStart.access)
  await transaction(deps.db, async (tx) => {
    const view = viewId === null ? undefined : await queries.findView(tx, viewId)
    const isOf = view && view.view.screen === screen && (view.view.isTeam || view.view.userId === actor.id)
    if (viewId !== null && !isOf)
      throw new RequestInvalid('body', [
        { path: 'view_id', message: 'This view doesn’t exist on this screen.' },
      ])
    await store.putStart(tx, actor.id, { screen, viewId })
    await audit(tx, actor, 'view.chosen', { id: viewId, label: view?.view.name ?? SCREENS[screen].title })
  })
  return readStart(deps, actor)
}

export function createViewsService(deps: ViewDeps) {
  return {
    listViews(actor: Caller, screen: store.ViewValues['screen']) {
      requireScreen(actor, screen)
      return queries.listViews(deps.db, actor.id, screen)
    },
    readStart: (actor: Caller) => readStart(deps, actor),
    chooseStart: (actor: Caller, choice: StartChoice) => chooseStart(deps, actor, choice),
    createView: (actor: Caller, values: store.ViewValues, once: Once) =>
      createView(deps, actor, { values, once }),
    updateView: (actor: Caller, id: number, values: store.ViewValues) => updateView(deps, actor, id, values),
    removeView: (actor: Caller, id: number) => removeView(deps, actor, id),
    /** Hands over a user's team views in the caller's transaction. */
    handOverViews,
  }
}
export type ViewsService = ReturnType<typeof createViewsService>
