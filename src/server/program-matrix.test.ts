import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { OPERATIONS } from './api.ts'
import { apiTokens } from './db/schema/tokens.ts'
import { createApiToken } from './security/api-tokens.ts'
import { hashToken } from './security/tokens.ts'
import { type Api, type Client, startApi } from './testing/api.ts'
import { addressOf, callBadly, forPrograms } from './testing/bad-call.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Values = Partial<typeof apiTokens.$inferInsert>

/** A program that acts for this user. */
async function program(userId: number, values: Values = {}): Promise<Client> {
  const { secret, start } = createApiToken()
  const now = api.now()
  const made = { kind: 'personal', name: 'Matrix', mayWrite: true, days: 30, createdAt: now } as const
  await api.database.db.insert(apiTokens).values({
    ...{ ...made, start, tokenHash: hashToken(secret), userId, createdBy: userId },
    expiresAt: new Date(now.getTime() + 1_000_000),
    ...values,
  })
  return api.program(secret)
}

const ONE: Permission = 'ViewKeywords'

/** The programs of each kind, made once. */
async function programs() {
  const ofRole = Object.fromEntries(
    await Promise.all(ROLE_IDS.map(async (role) => [role, await program((await api.as(role)).id)])),
  ) as Record<RoleId, Client>
  const { id } = await api.as('adm')
  const eng = await api.as('eng')
  return {
    ofRole,
    readers: [await program(id, { mayWrite: false }), await program(eng.id, { mayWrite: false })],
    narrowed: await program(id, { permissions: [ONE] }),
  }
}

const grants = (permissions: readonly Permission[], { access }: Endpoint) =>
  typeof access === 'string' || isPermitted(permissions, access)

const READ_ONLY = 'This token can only read. Its owner can make one that may change things.'
const PEOPLE_ONLY = 'This is for people who are signed in.'
const lacking = ({ access }: Endpoint) =>
  `This token lacks the permission ${typeof access === 'string' ? '' : access.join(' or ')}.`

/** Why a program is refused; null if the call goes on to be parsed. */
function refusalOf(
  endpoint: Endpoint,
  { permissions, mayWrite }: { permissions: readonly Permission[]; mayWrite: boolean },
) {
  const needs = forPrograms(endpoint)
  if (needs === 'person only') return PEOPLE_ONLY
  if (needs === 'needs may_write' && !mayWrite) return READ_ONLY
  return grants(permissions, endpoint) ? null : lacking(endpoint)
}

describe('every call as a program', () => {
  let made: Awaited<ReturnType<typeof programs>>
  beforeAll(async () => {
    made = await programs()
  })

  const callers = (): [string, Client, { permissions: readonly Permission[]; mayWrite: boolean }][] => [
    ...ROLE_IDS.map((role): ReturnType<typeof callers>[number] => [
      role,
      made.ofRole[role],
      { permissions: grantsOf(role), mayWrite: true },
    ]),
    ['adm reading', made.readers[0] as Client, { permissions: grantsOf('adm'), mayWrite: false }],
    ['eng reading', made.readers[1] as Client, { permissions: grantsOf('eng'), mayWrite: false }],
    ['narrowed', made.narrowed, { permissions: [ONE], mayWrite: true }],
  ]

  test('is answered as declared, by role, right to write and narrowed permissions', async () => {
    for (const { id, endpoint } of OPERATIONS)
      for (const [who, client, may] of callers()) {
        const { status, body } = await callBadly(client, endpoint)
        const refusal = refusalOf(endpoint, may)
        if (refusal === null) expect([401, 403], `${id} by ${who}: ${status}`).not.toContain(status)
        else expect([status, body.message], `${id} by ${who}`).toEqual([403, refusal])
      }
  })

  test('that reads although its method is not GET is one of these', () => {
    const reading = OPERATIONS.filter(({ endpoint }) => endpoint.reads === true).map(({ id }) => id)
    expect(reading).toEqual([
      'sites.tryConnection',
      'adoptions.report',
      'keywordUploads.preview',
      'keywordUploads.inspect',
      'keywordChanges.prepare',
      'preflight.check',
      'bot.start',
      'bot.send',
      'bot.file',
      'replacements.prepare',
      'shareOfVoice.exportRaw',
      'shareOfVoice.exportReport',
      'contentTracker.manyTasks',
      'exports.repeat',
      'comparison.scan',
    ])
  })
})

const GUARDED = OPERATIONS.filter(({ endpoint }) => endpoint.access !== 'public')

/** On every guarded call, whose message is the same as that of the profile. */
async function refusedEverywhere(client: Client): Promise<string> {
  const { body: first } = await client.get('/api/profile')
  for (const { id, endpoint } of GUARDED) {
    const { method } = endpoint
    const { status, body } = await client.send({ method, url: addressOf(endpoint, '1') })
    expect([status, body.message], id).toEqual([401, first.message])
  }
  return first.message
}

describe('no guarded call accepts', () => {
  test('a token that has ended or was revoked', async () => {
    const { id } = await api.as('adm', 2)
    const past = new Date(api.now().getTime() - 1)
    expect(await refusedEverywhere(await program(id, { expiresAt: past }))).toMatch(/^This token ended on /)
    const revoked = await program(id, { revokedAt: past, revokedFor: 'revoked' })
    expect(await refusedEverywhere(revoked)).toBe('This token was revoked.')
  })

  test('a token of a locked user', async () => {
    const { id } = await api.as('eng', 2)
    const client = await program(id)
    await api.database.pool.query('update users set active = false where id = $1', [id])
    expect(await refusedEverywhere(client)).toMatch(/^The account of this token is locked/)
  })

  test('a token that nobody was given, or its stored form', async () => {
    const { secret } = createApiToken()
    await program((await api.as('adm', 2)).id, { tokenHash: hashToken(secret) })
    expect((await api.program(secret).get('/api/profile')).status).toBe(200)
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
    for (const token of [createApiToken().secret, wrong])
      expect(await refusedEverywhere(api.program(token))).toBe('This token isn’t valid.')
    for (const token of [hashToken(secret), `cdk_${hashToken(secret)}`, secret.slice(4, 47)])
      expect((await api.program(token).get('/api/profile')).status).toBe(401)
  })
})
