import { expect } from 'vitest'
import { startApi } from './api.ts'
import { buildArticle, buildSite } from './builders.ts'
import { startFakeWordPress } from './fake-wordpress.ts'

interface Mirrored {
  mirrors: { target: string; state: string }[]
}

/** A desk, set as said, with one site on a stand-in WordPress and one of the built-in kind, and the two who bring an article there. */
export async function startPostDesk(environment: Record<string, string> = {}) {
  const fake = await startFakeWordPress()
  const api = await startApi({ ...environment, WP_SITES: JSON.stringify({ wp: fake.account }) })
  const { db } = api.database
  const values = { code: 'wp', url: 'https://wp.example', affiliateTag: 'wp-site-20' }
  const { id: siteId } = await buildSite(db, values)
  const { id: builtInId } = await buildSite(db, { code: 'ok' })
  const requester = await api.as('opm')
  const qa = await api.as('qa')

  const jobNamed = (name: string) => {
    const job = api.app.jobs.find((each) => each.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    return job
  }
  async function request(site = siteId): Promise<number> {
    const { id } = await buildArticle(db, { userId: requester.id, siteId: site })
    return id
  }
  return {
    ...fake,
    api,
    requester,
    qa,
    siteId,
    builtInId,
    jobNamed,
    request,
    async approve(site = siteId): Promise<number> {
      const id = await request(site)
      expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)
      return id
    },
    mirror: (articleId: number) => jobNamed('articles.mirror-post').run({ articleId }),
    /** Runs the scheduled jobs. */
    async reconcile() {
      await jobNamed('articles.retry-mirrors').run({})
      await jobNamed('articles.find-published').run({})
    },
    read: async (id: number) => (await qa.get(`/api/articles/${id}`)).body,
    postMirrorOf: (article: Mirrored) => article.mirrors.find(({ target }) => target === 'post'),
    actionsOf: (article: { events: { action: string }[] }) => article.events.map(({ action }) => action),
    /** Before each test: whatever the last one did to the vendor is over. */
    settle() {
      Object.assign(fake.vendor, { failures: [], losesAnswers: 0, refusesWrites: undefined })
      // A system that has failed several times in a row is left alone for half a minute.
      api.advance(31_000)
    },
    async close() {
      await api.close()
      await fake.close()
    },
  }
}
