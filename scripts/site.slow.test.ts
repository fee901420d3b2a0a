import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createBlankDatabase, createTestDatabase } from '#server/db/testing.ts'
import { runScript } from '#server/testing/run-script.ts'

let database: Database
let dataDir: string

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-site-'))
})

afterEach(async () => {
  await database.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const site = (args: readonly string[], databaseUrl: string | null = database.url) =>
  runScript('site.ts', args, { folder: dataDir, databaseUrl })

const kitchen = ['add', '--code', 'OK', '--name', 'Öpen & Kitchen', '--url', 'openkitchen.example/']
const rows = async () => (await database.pool.query('select * from sites order by site_id')).rows

it('a site is added once, even by repeated commands, and listed [D126]', async () => {
  expect(await site(['list'])).toEqual({ code: 0, said: 'There is no site yet.' })
  expect(await site(kitchen)).toEqual({ code: 0, said: 'Öpen & Kitchen (ok): added.' })
  expect(await site(kitchen)).toEqual({ code: 0, said: 'Öpen & Kitchen (ok): there already.' })
  expect(await rows()).toEqual([
    {
      site_id: 1,
      code: 'ok',
      display_name: 'Öpen & Kitchen',
      normalized_name: 'open-kitchen',
      url: 'https://openkitchen.example',
      logo_url: expect.stringMatching(/^\/images\/logo-ok-[0-9a-f]{32}\.svg$/),
      sandbox: false,
      asana_gid: expect.stringMatching(/^\d{16}$/),
      copyboard_gid: null,
      affiliate_tag: null,
      links_products: true,
      shows_prices: true,
      disclosure: expect.stringMatching(/commission/),
      changes_live_posts: false,
      retired_at: null,
    },
  ])
  const [drawn] = fs.readdirSync(path.join(dataDir, 'images'))
  expect(fs.readFileSync(path.join(dataDir, 'images', drawn ?? ''), 'utf8')).toContain('>Ö</text>')
  const listed = 'ok  Öpen & Kitchen  https://openkitchen.example'
  expect(await site(['list'])).toEqual({ code: 0, said: listed })
})

it('a site has a tag for the links of its posts, or a theme that creates them', async () => {
  await site([...kitchen, '--tag', 'openkitchen-20'])
  expect(await rows()).toMatchObject([{ affiliate_tag: 'openkitchen-20', links_products: true }])
  expect((await site(['list'])).said).toContain('(tag openkitchen-20)')
  await site(['change', 'ok', '--tag', '', '--no-links', '--no-prices'])
  expect(await rows()).toMatchObject([{ affiliate_tag: null, links_products: false, shows_prices: false }])
  expect(await site(['change', 'ok', '--tag', 'a b'])).toMatchObject({ code: 1 })
})

it('only the named fields of a site change [D126]', async () => {
  const logo = path.join(dataDir, 'logo.png')
  await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } }).toFile(logo)
  await site(kitchen)
  const changed = await site(['change', 'ok', '--name', 'Open Kitchen', '--logo', 'logo.png', '--sandbox'])
  expect(changed).toEqual({ code: 0, said: 'Site ok: changed.' })
  expect(await rows()).toMatchObject([
    {
      site_id: 1,
      code: 'ok',
      display_name: 'Open Kitchen',
      normalized_name: 'open-kitchen',
      url: 'https://openkitchen.example',
      logo_url: expect.stringMatching(/^\/images\/logo-[0-9a-f]{32}\.png$/),
      sandbox: true,
    },
  ])
  expect((await site(['change', 'OK', '--code', 'kt', '--no-sandbox'])).code).toBe(0)
  expect(await rows()).toMatchObject([{ site_id: 1, code: 'kt', sandbox: false }])
})

it('a site is retired and reactivated once each, and the audit trail records it', async () => {
  await site(kitchen)
  expect(await site(['retire', 'OK'])).toEqual({ code: 0, said: 'Site ok: retired.' })
  expect(await site(['retire', 'ok'])).toEqual({ code: 0, said: 'Site ok: already retired.' })
  expect((await site(['list'])).said).toContain('(retired)')
  expect(await site(['revive', 'ok'])).toEqual({ code: 0, said: 'Site ok: active.' })
  expect(await rows()).toMatchObject([{ retired_at: null }])
  const acts = await database.pool.query(
    "select act, actor_kind from audit_entries where act like 'site.re%' order by id",
  )
  expect(acts.rows).toEqual([
    { act: 'site.retired', actor_kind: 'operator' },
    { act: 'site.revived', actor_kind: 'operator' },
  ])
})

it('an invalid site is refused in one clear line, and nothing is stored', async () => {
  await site(kitchen)
  const add = (code: string, name: string, url: string) => [
    'add',
    '--code',
    code,
    '--name',
    name,
    '--url',
    url,
  ]
  const refusals: [string[], string][] = [
    [add('ok', 'Other', 'other.example'), 'The code ok already belongs to Öpen & Kitchen.'],
    [add('kitchen', 'A', 'a.example'), '--code is not usable: Enter two letters, such as ok.'],
    [add('aa', ' ', 'a.example'), '--name is not usable: Missing name.'],
    [
      add('aa', 'A', 'ftp://a.example'),
      '--url is not usable: Enter an address such as https://openkitchen.example.',
    ],
    [add('aa', 'A', 'notaurl'), '--url is not usable: Enter an address such as https://openkitchen.example.'],
    [['add', '--code', 'aa', '--name', 'A'], '--url is missing. Usage:'],
    [['retire', 'zz'], 'Site zz not found.'],
    [['retire'], 'Which site? Usage:'],
    [['change', 'zz', '--name', 'Z'], 'Site zz not found.'],
    [['change', 'ok'], 'Nothing to change. Usage:'],
    [['change', 'ok', '--logo', 'none.png'], `Cannot read the file ${path.join(dataDir, 'none.png')}.`],
    [['remove', 'ok'], 'Usage:'],
    [['add', '--domain', 'x'], "Unknown option '--domain'"],
  ]
  for (const [args, line] of refusals) {
    const { code, said } = await site(args)
    expect([code, said.split('\n')[0]], args.join(' ')).toEqual([1, expect.stringContaining(line)])
    expect(said).not.toContain('    at ')
  }
  expect(await rows()).toMatchObject([{ code: 'ok', display_name: 'Öpen & Kitchen' }])
})

it('without a workspace the command says how to start one and creates none', async () => {
  const said = 'There is no workspace here yet. Start it once with: npm start -- --empty'
  expect(await site(['list'], null)).toEqual({ code: 1, said })
  expect(fs.readdirSync(dataDir)).toEqual([])
  const blank = await createBlankDatabase()
  expect(await site(['list'], blank.url)).toEqual({ code: 1, said })
  await blank.close()
})
