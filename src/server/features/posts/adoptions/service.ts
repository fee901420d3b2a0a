import type { AdoptedOutcome } from '#shared/features/posts/adoptions/rules.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import type { UploadsService } from '../../keywords/area.ts'
import type { AdoptionDeps } from './deps.ts'
import { describeKeywords, joinKeywords, takeKeywords } from './keyword-reader.ts'
import {
  describeRun,
  findChecked,
  findShown,
  findSiteOfRun,
  listKnownKeywords,
  listReport,
} from './queries.ts'
import { findAdoption } from './store.ts'
import { adoptSite, readSite, refusalOf, stopAdoption } from './verbs/adopt-site.ts'

export interface AdoptionsDeps extends AdoptionDeps {
  importKeywords: UploadsService['importFile']
}

/** Tracked posts of a site, and the progress of reading it. */
async function readAdoption(deps: AdoptionsDeps, siteId: number) {
  const { db, adopted } = deps
  const site = await readSite(deps, siteId)
  const [followed, checked, running, last, news] = await Promise.all([
    adopted.countFollowed(db, siteId),
    findChecked(db, siteId),
    findShown(db, siteId, 'running'),
    findShown(db, siteId, 'last'),
    findShown(db, siteId, 'news'),
  ])
  return {
    refusal: refusalOf(deps, site),
    followed,
    checkedAt: checked?.endedAt ?? null,
    running,
    last,
    news,
  }
}

async function readReport(
  { db }: AdoptionsDeps,
  id: number,
  { page, outcomes }: { page: number; outcomes?: readonly AdoptedOutcome[] | undefined },
) {
  if (!(await findAdoption(db, id))) throw notFound('Adoption')
  return listReport(db, id, { page, outcomes, pageSize: PAGE_SIZE })
}

/** The focus keywords of a site's posts, for people who may add keywords. */
async function keywordsOf(deps: AdoptionsDeps, actor: Caller, siteId: number) {
  requires(actor, ['ManageSites'])
  requires(actor, ['KeywordsUpload'])
  const { code } = await readSite(deps, siteId)
  return { code, keywords: joinKeywords(await deps.adopted.listFocusKeywords(deps.db, siteId)) }
}

async function previewKeywords(deps: AdoptionsDeps, actor: Caller, siteId: number) {
  const { db, adopted, importKeywords } = deps
  const of = await keywordsOf(deps, actor, siteId)
  const { added, repeated, invalid, refused } = await takeKeywords(importKeywords, actor, {
    ...of,
    isPreview: true,
  })
  const known = await listKnownKeywords(db, [...of.keywords.keys()])
  const without = await adopted.countWithoutKeyword(db, siteId)
  const keywords = describeKeywords(of.keywords, { known, refused })
  return { added, repeated, invalid, without, keywords }
}

async function addKeywords(deps: AdoptionsDeps, actor: Caller, siteId: number) {
  const of = await keywordsOf(deps, actor, siteId)
  const { added, repeated, invalid } = await takeKeywords(deps.importKeywords, actor, {
    ...of,
    isPreview: false,
  })
  return { added, repeated, invalid }
}

/** Sites that had posts before Copydesk came: what they recommend is read, and never changed. */
export function createAdoptionsService(deps: AdoptionsDeps) {
  return {
    readAdoption: (siteId: number) => readAdoption(deps, siteId),
    async adoptSite(actor: Caller, siteId: number) {
      const run = await adoptSite(deps, actor, siteId)
      return describeRun(deps.db, run)
    },
    async stopAdoption(actor: Caller, siteId: number) {
      await stopAdoption(deps, actor, siteId)
      return readAdoption(deps, siteId)
    },
    readReport: (id: number, query: Parameters<typeof readReport>[2]) => readReport(deps, id, query),
    /** The code of the site that a run is about; undefined where there is no such run. */
    findSiteOfRun: (id: number) => findSiteOfRun(deps.db, id),
    previewKeywords: (actor: Caller, siteId: number) => previewKeywords(deps, actor, siteId),
    addKeywords: (actor: Caller, siteId: number) => addKeywords(deps, actor, siteId),
  }
}
export type AdoptionsService = ReturnType<typeof createAdoptionsService>
