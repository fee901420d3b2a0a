import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import { type Endpoint, isForPeople } from '#shared/http/endpoint.ts'
import { OPERATIONS } from './api.ts'
import { createApiToken } from './security/api-tokens.ts'
import { hashToken } from './security/tokens.ts'
import { type Api, type Client, startApi } from './testing/api.ts'
import { addressOf, callBadly, forPrograms } from './testing/bad-call.ts'
import { buildProgram } from './testing/programs.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const program = (userId: number, values?: Parameters<typeof buildProgram>[2]) =>
  buildProgram(api, userId, values)

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

const READ_ONLY = 'This token can only read. Use one with “Can change things” switched on.'
const PEOPLE_ONLY = 'API tokens can’t make this call. It needs a person who is signed in.'
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

  test('decides on no article, starts no replacement, and reads neither notices nor the sign-in rules', () => {
    const forPeople = OPERATIONS.filter(({ endpoint }) => isForPeople(endpoint)).map(({ id }) => id)
    expect(forPeople).toEqual(
      expect.arrayContaining([
        ...['articles.validate', 'decisions.extend', 'decisions.undo'],
        ...['replacements.apply', 'replacements.retry', 'replacements.undo'],
        ...['notices.list', 'notices.count', 'notices.askAccess', 'notices.markRead', 'signInRules.read'],
      ]),
    )
  })

  test('that reads although its method is not GET is one of these', () => {
    const reading = OPERATIONS.filter(({ endpoint }) => endpoint.reads === true).map(({ id }) => id)
    expect(reading).toEqual([
      'adoptions.report',
      'keywordUploads.preview',
      'keywordUploads.inspect',
      'keywordChanges.prepare',
      'preflight.check',
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

test('no guarded call accepts a token that does not work, and the answer says why', async () => {
  const { id } = await api.as('adm', 2)
  const past = new Date(api.now().getTime() - 1)
  const locked = await api.as('eng', 2)
  const lockedProgram = await program(locked.id)
  await api.database.pool.query('update users set active = false where id = $1', [locked.id])
  const { secret } = createApiToken()
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
  const dead: [Client, RegExp][] = [
    [
      await program(id, { expiresAt: past }),
      /^This token ended on \d{4}-\d\d-\d\d\. Its owner can rotate it\.$/,
    ],
    [await program(id, { revokedAt: past, revokedFor: 'revoked' }), /^This token was revoked\.$/],
    [
      await program(id, { revokedAt: past, revokedFor: 'rotated' }),
      /^This token was replaced by a new one\.$/,
    ],
    [lockedProgram, /^The account of this token is locked\. Please ask your administrator\.$/],
    [api.program(secret), /^This token isn’t valid\.$/],
    [api.program(mistyped), /^This token isn’t valid\.$/],
  ]
  // The token is checked before the call, so two of them for each call are enough.
  for (const [at, { id: name, endpoint }] of GUARDED.entries())
    for (const [client, words] of [dead[at % 6], dead[(at + 3) % 6]] as typeof dead) {
      const { method } = endpoint
      const { status, body } = await client.send({ method, url: addressOf(endpoint, '1') })
      expect([status, body.message], name).toEqual([401, expect.stringMatching(words)])
    }
})

test('the stored form of a token opens nothing', async () => {
  const { secret } = createApiToken()
  await program((await api.as('adm', 2)).id, { tokenHash: hashToken(secret) })
  expect((await api.program(secret).get('/api/profile')).status).toBe(200)
  for (const token of [hashToken(secret), `cdk_${hashToken(secret)}`, secret.slice(4, 47)])
    expect((await api.program(token).get('/api/profile')).status).toBe(401)
})
