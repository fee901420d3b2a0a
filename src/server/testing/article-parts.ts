import type { Permission } from '#shared/access/permissions.ts'
import type { Db } from '../db/connect.ts'
import type { ArticleDeps } from '../features/articles/articles/verbs/access.ts'
import type { PublishingSite } from '../integrations/publishing-site/port.ts'
import type { Caller } from '../security/actor.ts'

type User = Pick<Caller, 'id' | 'firstName' | 'lastName' | 'username'>

/** This user in the browser, with these permissions alone. */
export const callerWith = (
  { id, firstName, lastName, username }: User,
  permissions: readonly Permission[],
): Caller => ({
  kind: 'person',
  ...{ id, firstName, lastName, username, permissions, session: '', roleId: 'opm' },
  origin: { requestId: 'r', address: '127.0.0.1' },
})

/** A site of which a test says what it answers; anything else that it is asked fails the test. */
export const siteThat = (answers: Partial<PublishingSite>) => (): PublishingSite =>
  new Proxy(answers as PublishingSite, {
    get(site, name: keyof PublishingSite) {
      if (name in site) return site[name]
      throw new Error(`The site was asked for ${name}.`)
    },
  })

/** What verbs of articles that write a post need, without listeners, on sites that are asked nothing. */
export const quietParts = (db: Db, clock: () => Date) => ({
  ...{ db, clock, listeners: [], effects: [], publicUrl: 'https://desk.example' },
  enqueue: async () => {},
  log: { info() {}, warn() {} },
  publishing: siteThat({}),
  hasBuiltInPosts: () => false,
  catalog: {
    getItems: async () => ({ items: [], invalid: [] }),
    check: async () => ({ adapter: 'x', ok: true, detail: '' }),
  } satisfies ArticleDeps['catalog'],
  postKeywords: {
    findChosenKeyword: async () => null,
    findRenewedPost: async () => null,
    mayChangeLive: async () => true,
    releasePost: async () => {},
    announceAnother: async () => {},
  } as ArticleDeps['postKeywords'],
})
