import { siteEndpoints } from '#shared/features/ground/sites/contract.ts'
import type { SiteChange, SiteForm } from '#shared/features/ground/sites/form.ts'
import { normalizedNameOf } from '#shared/features/ground/sites/rules.ts'
import { type Once, withoutKey } from '../../../calls/once.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { ImageStore } from '../../../integrations/image-store/port.ts'
import { type Actor, type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import {
  findSiteOfBoard,
  findSiteWithBoard,
  listBoards,
  listCopyboards,
  listManagedSites,
  listSites,
  type ManagedSiteRow,
} from './queries.ts'
import * as store from './store.ts'

export interface SitesDeps {
  db: Db
  images: ImageStore
  /** Generates the board id of a new site without one; if missing, such a site has no board. */
  newBoardGid?: (() => string) | undefined
  /** Called in the transaction that changes a site's boards, retires it or reactivates it. */
  boardsChanged?: ((tx: Db) => Promise<void>) | undefined
}

/** Background colours with enough contrast for white text. A site's code selects one. */
const GROUNDS = ['#9A5B1E', '#8A2F74', '#2D5FA8', '#2B7A3D', '#C2405B', '#0B5E63', '#5B4BA8']

/** Default logo: the site's initial on a colour of its own. */
async function drawInitial({ images }: SitesDeps, { code, displayName }: SiteForm): Promise<string> {
  const ground = GROUNDS[[...code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % GROUNDS.length]
  const initial = /[\p{L}\p{N}]/u.exec(displayName)?.[0].toUpperCase() ?? code[0]?.toUpperCase()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 20 20"><rect width="20" height="20" fill="${ground}"/><text x="10" y="14.4" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text></svg>`
  return images.put({ bytes: Buffer.from(svg), type: 'image/svg+xml' }, `logo-${code}`)
}

const columnsOf = <Site extends Pick<SiteForm, 'code' | 'displayName'>>({
  code,
  displayName,
  ...rest
}: Site) => ({
  ...rest,
  code,
  displayName,
  normalizedName: normalizedNameOf(displayName) || code,
})

async function insertSite(
  deps: SitesDeps,
  actor: Actor,
  { form, once }: { form: SiteForm; once: Once },
): Promise<void> {
  const logoUrl = form.logoUrl ?? (await drawInitial(deps, form))
  const boardGid = form.boardGid ?? deps.newBoardGid?.()
  const insert = async (tx: Db) => {
    if (!(await store.insertSite(tx, { ...columnsOf(form), boardGid, logoUrl }))) {
      const known = await store.findSiteByCode(tx, form.code)
      throw new AppError('conflict', `The code ${form.code} already belongs to ${known?.displayName}.`)
    }
    await audit(tx, actor, 'site.created', { id: form.code, label: form.displayName, after: form })
    await deps.boardsChanged?.(tx)
    return form.code
  }
  await transaction(deps.db, (tx) => once(tx, () => insert(tx)))
}

/** Adds a site. Adding the same site again changes nothing; another site with the same code is refused. */
async function addSite(deps: SitesDeps, actor: Actor, form: SiteForm): Promise<'added' | 'there already'> {
  const known = await store.findSiteByCode(deps.db, form.code)
  const isSame =
    known !== undefined &&
    known.displayName === form.displayName &&
    known.url === form.url &&
    known.sandbox === (form.sandbox ?? false) &&
    (form.logoUrl === undefined || known.logoUrl === form.logoUrl)
  if (isSame) return 'there already'
  await insertSite(deps, actor, { form, once: withoutKey })
  return 'added'
}

/** Refuses a code that another site uses, naming that site. */
async function requireFreeCode(tx: Db, code: string | undefined, id: number): Promise<void> {
  const other = code === undefined ? undefined : await store.findSiteByCode(tx, code)
  if (other && other.id !== id)
    throw new AppError('conflict', `The code ${other.code} already belongs to ${other.displayName}.`)
}

/**
 * Changes only the given fields, in the caller's transaction, so that another user's concurrent changes stay.
 * Articles keep their site.
 */
async function writeSite(
  tx: Db,
  deps: SitesDeps,
  actor: Actor,
  { by, change }: { by: number | string; change: SiteChange },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const columns = Object.keys(given) as (keyof SiteChange)[]
  if (columns.length === 0) return
  const site = await store.lockSite(tx, by)
  if (!site) throw notFound(typeof by === 'number' ? 'Site' : `Site ${by}`)
  await requireFreeCode(tx, change.code, site.id)
  const { normalizedName } = columnsOf({ ...site, ...given })
  await store.updateSite(tx, site.id, { ...given, normalizedName })
  const before = Object.fromEntries(columns.map((name) => [name, site[name]]))
  await audit(tx, actor, 'site.changed', { id: site.code, label: site.displayName, before, after: given })
  if ('boardGid' in given || 'copyboardGid' in given) await deps.boardsChanged?.(tx)
}

const changeSite = (deps: SitesDeps, actor: Actor, code: string, change: SiteChange): Promise<void> =>
  transaction(deps.db, (tx) => writeSite(tx, deps, actor, { by: code, change }))

/**
 * Retires or reactivates a site, in the caller's transaction; false if it already is. Existing content stays.
 */
async function writeRest(
  tx: Db,
  { boardsChanged }: SitesDeps,
  actor: Actor,
  { by, retiredAt }: { by: number | string; retiredAt: Date | null },
): Promise<boolean> {
  const site = await store.lockSite(tx, by)
  if (!site) throw notFound(typeof by === 'number' ? 'Site' : `Site ${by}`)
  if ((site.retiredAt === null) === (retiredAt === null)) return false
  await store.updateSite(tx, site.id, { retiredAt })
  const act = retiredAt === null ? 'site.revived' : 'site.retired'
  await audit(tx, actor, act, { id: site.code, label: site.displayName })
  await boardsChanged?.(tx)
  return true
}

const restSite = (deps: SitesDeps, actor: Actor, code: string, { retiredAt }: { retiredAt: Date | null }) =>
  transaction(deps.db, (tx) => writeRest(tx, deps, actor, { by: code, retiredAt }))

/**
 * A logo must be stored here: pages that load it from elsewhere would reveal their visitors to that server.
 */
function refuseForeignLogo({ images }: SitesDeps, logoUrl: string | undefined): void {
  if (logoUrl !== undefined && images.nameOf(logoUrl) === null)
    throw new AppError('unprocessable', 'Upload the logo first.')
}

async function readManagedSite({ db }: SitesDeps, actor: Caller, id: number): Promise<ManagedSiteRow> {
  const [row] = await listManagedSites(db, actor.id, id)
  if (!row) throw notFound('Site')
  return row
}

/** Verbs of the Sites screen. */
function peoplesVerbs(deps: SitesDeps) {
  const { db } = deps
  return {
    async listManagedSites(actor: Caller): Promise<ManagedSiteRow[]> {
      requires(actor, siteEndpoints.create.access)
      return listManagedSites(db, actor.id)
    },
    /** Adds a site; refuses a code that is in use, even for an equal site. */
    async createSite(actor: Caller, form: SiteForm, once: Once): Promise<ManagedSiteRow> {
      requires(actor, siteEndpoints.create.access)
      refuseForeignLogo(deps, form.logoUrl)
      await insertSite(deps, actor, { form, once })
      const site = await store.findSiteByCode(db, form.code)
      return readManagedSite(deps, actor, site?.id ?? 0)
    },
    async updateSite(
      actor: Caller,
      id: number,
      { change, retiredAt }: { change: SiteChange; retiredAt: Date | null | undefined },
    ): Promise<ManagedSiteRow> {
      requires(actor, siteEndpoints.change.access)
      refuseForeignLogo(deps, change.logoUrl)
      await transaction(db, async (tx) => {
        await writeSite(tx, deps, actor, { by: id, change })
        if (retiredAt !== undefined) await writeRest(tx, deps, actor, { by: id, retiredAt })
      })
      return readManagedSite(deps, actor, id)
    },
  }
}

export function createSitesService(deps: SitesDeps) {
  return {
    ...peoplesVerbs(deps),
    listCopyboards,
    findSiteWithBoard,
    findSite: store.findSite,
    findSiteOfBoard,
    listBoards,
    listSites: () => listSites(deps.db),
    findSiteByCode: (code: string) => store.findSiteByCode(deps.db, code),
    restSite: (actor: Actor, code: string, rest: { retiredAt: Date | null }) =>
      restSite(deps, actor, code, rest),
    addSite: (actor: Actor, form: SiteForm) => addSite(deps, actor, form),
    changeSite: (actor: Actor, code: string, change: SiteChange) => changeSite(deps, actor, code, change),
  }
}
