import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './db/connect.ts'
import { readInstallation } from './db/installation.ts'
import { fullNameOf, greetedNameOf } from './db/sql/full-name.ts'
import { createBlankDatabase } from './db/testing.ts'
import { findLinkOwner } from './features/ground/auth/queries.ts'
import { insertSamplePassword } from './features/ground/system/store.ts'
import { countUsers } from './features/ground/users/store.ts'
import { findReadings, saveReadings } from './features/products/products/store.ts'
import { firstAdminLink, inviteSamplePeople, prepareWorkspace } from './first-run.ts'
import { BUILT_IN_MARKET } from './integrations/keyword-market/built-in.ts'
import { countMarketKeywords } from './integrations/keyword-market/keyword-store.ts'
import { countGoods } from './integrations/product-catalog/goods-store.ts'
import { removeInvented, stockSample } from './sample/first-stock.ts'
import { hashToken } from './security/tokens.ts'
import { type Api, PASSWORD, startApi } from './testing/api.ts'
import { createAuthService } from './testing/auth-service.ts'
import { buildUser } from './testing/builders.ts'

const REFUSED =
  'This is the sample workspace, which cannot run in production. Set another DATA_DIR or DATABASE_URL.'

/** A configured Amazon account; no calls are made here. */
const withAmazon = (vendors: Api['settings']['vendors']) => ({
  ...vendors,
  amazon: {} as NonNullable<typeof vendors.amazon>,
})

let api: Api
beforeAll(async () => {
  api = await startApi({ NODE_ENV: 'production', PUBLIC_URL: 'https://desk.example.com' })
})
afterAll(() => api.close())

test('production does not start on a sample workspace, and a development server does', async () => {
  const { app, settings } = api
  const { db } = api.database
  const start = (isProduction: boolean) =>
    prepareWorkspace({
      database: api.database,
      app,
      settings: { ...settings, isProduction },
      isEmpty: false,
      say: () => {},
    })
  await start(true)
  await insertSamplePassword(db, PASSWORD)
  const people = await countUsers(db)
  await expect(start(true)).rejects.toThrow(REFUSED)
  await start(false)
  expect(await countUsers(db)).toBe(people)
})

test('a workspace has its mark for outside systems from its first start on, and keeps it', async () => {
  const { app, settings } = api
  const { db } = api.database
  const start = () =>
    prepareWorkspace({
      database: api.database,
      app,
      settings: { ...settings, isProduction: false },
      isEmpty: true,
      say: () => {},
    })
  const before = new Date()
  await start()
  const mark = await readInstallation(db, new Date('2099-01-01T00:00:00Z'))
  expect(mark.since.getTime()).toBeLessThanOrEqual(Date.now())
  expect(mark.since.getTime()).toBeGreaterThan(before.getTime() - 60_000)
  await start()
  expect(await readInstallation(db, new Date())).toEqual(mark)
})

test('sample users without a password are invited through the outbox, and never by real mail', async () => {
  const { app, settings } = api
  const { db } = api.database
  const { username } = await buildUser(db, { passwordHash: null })
  const deps = { db, clock: () => new Date() }
  const mails = async () => (await api.mails()).filter(({ to }) => to === username)
  await inviteSamplePeople(deps, app, { ...settings, smtpUrl: 'smtp://mail.example' })
  expect(await mails()).toEqual([])
  await inviteSamplePeople(deps, app, settings)
  expect(await mails()).toEqual([expect.objectContaining({ subject: 'Welcome to Copydesk' })])
})

test('searches and products are invented in the sample alone, and leave a workspace that got them from an earlier version', async () => {
  const { url, close } = await createBlankDatabase()
  const { app, settings } = api
  const database = await openDatabase({ databaseUrl: url, dataDir: settings.dataDir, log: () => {} })
  const { db } = database
  const start = (isSample: boolean) =>
    prepareWorkspace({
      database,
      app,
      settings: { ...settings, isProduction: false },
      isEmpty: !isSample,
      say: () => {},
    })
  const invented = async () => [await countGoods(db), await countMarketKeywords(db, BUILT_IN_MARKET)]
  await start(false)
  expect(await invented()).toEqual([0, 0])
  await stockSample(db, settings, new Date())
  await saveReadings(db, [{ asin: 'B0REALONE1', item: null }], new Date())
  await start(false)
  expect(await invented()).toEqual([0, 0])
  expect((await findReadings(db, ['B0REALONE1'])).size).toBe(0)
  await insertSamplePassword(db, PASSWORD)
  await start(true)
  const [goods, searches] = await invented()
  expect(goods).toBeGreaterThanOrEqual(600)
  expect(searches).toBeGreaterThan(5000)
  await start(true)
  expect(await invented()).toEqual([goods, searches])
  await database.close()
  await close()
})

test('a real marketplace’s readings stay when invented products leave', async () => {
  const { url, close } = await createBlankDatabase()
  const { settings } = api
  const database = await openDatabase({ databaseUrl: url, dataDir: settings.dataDir, log: () => {} })
  const { db } = database
  await stockSample(db, settings, new Date())
  await saveReadings(db, [{ asin: 'B0REALONE2', item: null }], new Date())
  await removeInvented(db, { vendors: withAmazon(settings.vendors) })
  expect([await countGoods(db), (await findReadings(db, ['B0REALONE2'])).size]).toEqual([0, 1])
  await database.close()
  await close()
})

test('a sample that a real marketplace serves has no invented products', async () => {
  const { settings } = api
  const { url, close } = await createBlankDatabase()
  const database = await openDatabase({ databaseUrl: url, dataDir: settings.dataDir, log: () => {} })
  await stockSample(database.db, { vendors: withAmazon(settings.vendors) }, new Date())
  expect(await countGoods(database.db)).toBe(0)
  await database.close()
  await close()
})

test('servers that start on an empty database at the same moment all come up, and lay down one workspace', async () => {
  const { app, settings } = api
  const { url, close } = await createBlankDatabase()
  const servers = await Promise.all(
    [1, 2, 3].map(async () => {
      const database = await openDatabase({ databaseUrl: url, dataDir: settings.dataDir, log: () => {} })
      await prepareWorkspace({ database, app, settings, isEmpty: true, say: () => {} })
      return database
    }),
  )
  const { db } = api.database
  expect(await countUsers(servers[0]?.db ?? db)).toBe(1)
  for (const database of servers) await database.close()
  await close()
})

test('the link that one server printed stays good when another one starts, until one of them is used', async () => {
  const { url, close } = await createBlankDatabase()
  const { app, settings } = api
  const database = await openDatabase({ databaseUrl: url, dataDir: settings.dataDir, log: () => {} })
  const { db } = database
  await prepareWorkspace({ database, app, settings, isEmpty: true, say: () => {} })
  const print = () => firstAdminLink({ db, clock: () => new Date() }, settings.publicUrl)
  const first = (await print())?.split('/').at(-1) ?? ''
  const second = (await print())?.split('/').at(-1) ?? ''
  const now = new Date()
  const usableOnes = async () =>
    Promise.all(
      [first, second].map(async (token) => {
        const link = { tokenHash: hashToken(token), purpose: 'confirmation', now } as const
        return (await findLinkOwner(db, link)) !== undefined
      }),
    )
  expect(await usableOnes()).toEqual([true, true])
  // The administrator has no name yet, so the page that the link opens greets without one.
  const owner = await findLinkOwner(db, { tokenHash: hashToken(first), purpose: 'confirmation', now })
  expect(owner && [greetedNameOf(owner), fullNameOf(owner)]).toEqual(['', 'Administrator'])
  const service = createAuthService({ ...api, database, now: () => now })
  const origin = { requestId: 'r', address: '127.0.0.1' }
  await service.redeemLink(origin, { purpose: 'confirmation', token: first, password: PASSWORD })
  expect(await usableOnes()).toEqual([false, false])
  await database.close()
  await close()
})
