import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { featureFlagEndpoints } from '#shared/features/ground/feature-flags/contract.ts'
import { imageEndpoints } from '#shared/features/ground/images/contract.ts'
import { systemEndpoints } from '#shared/features/ground/system/contract.ts'
import { keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { VALIDATION_FAILED } from '#shared/http/errors.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { person } from '#web/testing/people.ts'
import { ApiError, AuthenticationError } from './api-error.ts'
import { call, download, upload } from './client.ts'
import { session } from './session.ts'

let server: Loopback

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

async function refusal(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected a refusal, got ${String(error)}`)
  return error
}

const pending = () => call(articleEndpoints.listPending)

describe('a request', () => {
  it('of health has no parameters [SHELL-090]', async () => {
    server.answer('GET /api/health', { body: { env: 'test' } })
    await call(systemEndpoints.health)
    expect(server.seen).toMatchObject([{ method: 'GET', path: '/api/health', search: '', text: '' }])
  })

  it.each([
    ['the statuses of articles [ART-141]', articleEndpoints.listStatuses],
    ['the exclusion list [CMP-026]', comparisonEndpoints.readExcludedWords],
    ['the flags [FLAG-015]', featureFlagEndpoints.list],
    ['the flag options [FLAG-017]', featureFlagEndpoints.options],
    ['the tags [KW-069]', keywordEndpoints.tags],
  ])('of %s declares no parameters', (_, endpoint) => {
    expect(endpoint.method).toBe('GET')
    for (const part of ['params', 'query', 'body']) expect(endpoint).not.toHaveProperty(part)
  })

  it('carries the token after sign-in, and none before it [SHELL-093]', async () => {
    server.answer('GET /api/articles/pending', { body: { nodes: [], totalCount: 0, page: 1 } })
    await pending()
    session.signIn('token-1', person('qa'))
    await pending()
    await download('/api/articles/pending')
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer token-1',
      'Bearer token-1',
    ])
  })

  it('has a JSON body [SHELL-094, AUTH-009]', async () => {
    server.answer('POST /api/auth', { body: { token: 't', user: person('qa') } })
    await call(authEndpoints.signIn, { body: { username: 'a@b.example', password: 'secret' } })
    expect(server.seen[0]).toMatchObject({
      json: { username: 'a@b.example', password: 'secret' },
      headers: { 'content-type': expect.stringMatching(/^application\/json/) },
    })
  })

  it('carries an idempotency key only where the caller gives one', async () => {
    server.answer('POST /api/articles', { body: {} })
    await call(articleEndpoints.create, { body: {} }, { key: 'dialog-1' })
    await call(articleEndpoints.create, { body: {} })
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['dialog-1', undefined])
  })

  it('uploads form data with its fields before the file [SHELL-095]', async () => {
    server.answer('POST /api/images', { body: { image_url: '/images/1.png' } })
    const file = new File(['bytes'], 'hero.png', { type: 'image/png' })
    const stored = await upload(imageEndpoints.store, { key: 'air+fryer+3', site: 3 }, file)
    expect(stored).toEqual({ image_url: '/images/1.png' })
    const { headers, text } = server.seen[0] ?? { headers: {}, text: '' }
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(text).toMatch(
      /name="key"[\s\S]*air\+fryer\+3[\s\S]*name="site"[\s\S]*name="file"; filename="hero.png"[\s\S]*bytes/,
    )
  })

  it('has its parameters in the query string, lists as indexed keys [SHELL-096, SHELL-097]', async () => {
    server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 2 } })
    await call(articleEndpoints.list, { query: { page: 2, users: [5, 7], createdAtBegin: undefined } })
    expect(decodeURIComponent(server.seen[0]?.search ?? '')).toBe('?page=2&users[0]=5&users[1]=7')
  })

  it('fills its parameters into the path', async () => {
    server.answer('DELETE /api/articles/4/keywords/9', { status: 204 })
    await call(articleEndpoints.unlinkKeyword, { params: { id: 4, keywordId: 9 } })
    expect(server.sent('DELETE /api/articles/4/keywords/9')).toHaveLength(1)
  })
})

describe('a response', () => {
  it('that is not JSON is an empty record or an empty list when it succeeds [SHELL-101]', async () => {
    server.answer('GET /api/profile', { body: '<html></html>' })
    server.answer('GET /api/articles/status', { body: '<html></html>' })
    server.answer('DELETE /api/articles/4', { body: 'gone' })
    expect(await call(authEndpoints.profile)).toBeNull()
    expect(await call(articleEndpoints.listStatuses)).toEqual([])
    expect(await call(articleEndpoints.remove, { params: { id: 4 } })).toBeUndefined()
  })

  it('that is not JSON says Service Unavailable with code 503 when it fails [SHELL-099, SHELL-100]', async () => {
    server.answer('GET /api/articles/pending', { status: 502, body: '<html>Bad gateway</html>' })
    expect(await refusal(pending())).toMatchObject({ message: 'Service Unavailable', code: 503 })
  })

  it('that never comes counts as unavailable too', async () => {
    await server.close()
    expect(await refusal(pending())).toMatchObject({ message: 'Service Unavailable', code: 503 })
    server = await openLoopback()
  })

  it('of status 428 raises the status text [SHELL-102]', async () => {
    server.answer('GET /api/articles/pending', {
      status: 428,
      statusText: 'Version Needed',
      body: { message: 'Send the version' },
    })
    expect(await refusal(pending())).toMatchObject({ status: 428, message: 'Version Needed' })
  })

  it('of any other failure raises the server’s message and keeps its other fields [SHELL-108]', async () => {
    server.answer('GET /api/articles/pending', {
      status: 409,
      body: { message: 'Changed meanwhile', code: 'conflict', request_id: 'req-9', details: { version: 4 } },
    })
    const error = await refusal(pending())
    expect(error).toMatchObject({
      status: 409,
      message: 'Changed meanwhile',
      code: 'conflict',
      requestId: 'req-9',
      details: { version: 4 },
    })
    expect(error).not.toBeInstanceOf(AuthenticationError)
  })

  it('that the page aborts is no failure of the server', async () => {
    const stop = new AbortController()
    stop.abort()
    const stopped = call(systemEndpoints.health, {}, { signal: stop.signal })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a validation message', () => {
  const entry = (message: string, path = 'name') => ({ message, issues: [{ path, message }] })
  const refuse = (validation: object) =>
    server.answer('GET /api/articles/pending', {
      status: 400,
      body: { message: VALIDATION_FAILED, validation },
    })

  it('comes from the entry of the body first [SHELL-105]', async () => {
    refuse({ params: entry('p'), query: entry('q'), body: entry('Missing Site', 'siteId') })
    const error = await refusal(pending())
    expect(error.message).toBe('Missing Site')
    expect(error.issues).toEqual({ siteId: 'Missing Site', name: 'q' })
  })

  it('then from the entry of the query [SHELL-106]', async () => {
    refuse({ params: entry('p'), query: entry('page must be a number') })
    expect((await refusal(pending())).message).toBe('page must be a number')
  })

  it('then from the entry of the params [SHELL-107]', async () => {
    refuse({ params: entry('id must be a number') })
    expect((await refusal(pending())).message).toBe('id must be a number')
  })
})

describe('a 401', () => {
  const expired = { status: 401, body: { message: 'Your session is over' } }

  it('raises an authentication error with the server’s message [SHELL-103]', async () => {
    server.answer('GET /api/articles/pending', expired)
    const error = await refusal(pending())
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error.message).toBe('Your session is over')
  })

  it('signs the user out, whichever request it answers [SHELL-104]', async () => {
    server.answer('GET /api/articles/pending', expired)
    server.answer('POST /api/images', expired)
    const file = new File(['x'], 'x.png')
    for (const attempt of [
      pending,
      () => download('/api/articles/pending'),
      () => upload(imageEndpoints.store, {}, file),
    ]) {
      session.signIn('token-1', person('qa'))
      await refusal(attempt())
      expect(session.user()).toBeNull()
      expect(session.token()).toBeNull()
    }
  })

  it('for a mistyped password at sign-in ends no session [SHELL-104]', async () => {
    session.signIn('token-1', person('qa'))
    server.answer('POST /api/auth', { status: 401, body: { message: 'Wrong password' } })
    await refusal(call(authEndpoints.signIn, { body: { username: 'a@b.example', password: 'x' } }))
    expect(session.token()).toBe('token-1')
  })

  it('for an old token leaves the new session alone', async () => {
    session.signIn('old', person('qa'))
    server.answer('GET /api/articles/pending', () => {
      session.signIn('new', person('qa'))
      return expired
    })
    await refusal(pending())
    expect(session.token()).toBe('new')
  })
})
