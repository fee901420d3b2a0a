import { expect, it } from 'vitest'
import { describeError } from '../http/error-replies.ts'
import { IntegrationError, kindOfStatus, OWN_CEILING } from './integration-error.ts'

const failed = (status: number, extra: { retryAfterMs?: number; cause?: unknown } = {}) =>
  describeError(
    new IntegrationError('token abc refused by 10.0.0.7', {
      system: 'Task board',
      operation: 'create task',
      kind: kindOfStatus(status),
      status,
      ...extra,
    }),
    'r1',
  )

const REFUSALS: Record<number, string> = {
  400: 'did not accept what we sent',
  401: 'did not accept our credentials',
  402: 'asks for more credit, or for a plan that has this feature',
  403: 'does not allow us to do this',
  404: 'could not find what we asked for',
  409: 'reports that this was changed at the same time',
  410: 'could not find what we asked for',
  418: 'sent an answer that we do not understand',
  422: 'did not accept what we sent',
}

it.each(Object.keys(REFUSALS).map(Number))(
  "an outside system's %i is our 502, so it can neither sign anybody out nor pass for our own answer",
  (status) => {
    const { body, ...reply } = failed(status)
    expect(reply.status).toBe(502)
    expect(body).toMatchObject({
      code: 'vendor',
      message: `Task board ${REFUSALS[status]}. Reference: r1`,
    })
  },
)

const DELAYS: Record<number, string> = {
  408: 'did not answer in time. Please try again later.',
  429: 'asked us to wait. Please try again in 2 seconds.',
  504: 'did not answer in time. Please try again later.',
}

it.each([408, 429, 500, 502, 503, 504])("an outside system's %i asks the caller to try again", (status) => {
  expect(failed(status, { retryAfterMs: 1500 })).toEqual({
    status: 503,
    retryAfter: 2,
    body: {
      statusCode: 503,
      error: 'Service Unavailable',
      code: 'unavailable',
      message: `Task board ${DELAYS[status] ?? 'isn’t available right now. Please try again later.'}`,
      request_id: 'r1',
    },
  })
})

it('the time of the next try is given once, even if the refusal’s text has it already', () => {
  const error = new IntegrationError('too many at once', {
    system: 'Market',
    operation: 'read products',
    kind: 'timeout',
    advice: 'Market is busy. Please try again in a moment.',
  })
  expect(describeError(error, 'r1').body.message).toBe('Market is busy. Please try again in a moment.')
})

it('an outside system that refuses connections is not taken for the database', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(failed(503, { cause }).body.message).toContain('Task board')
})

it.each([
  ['08006', 'connection failure'],
  ['53100', 'could not extend file: No space left on device'],
  ['ENOSPC', 'no space left on device, write'],
  ['', 'Client has encountered a connection error and is not queryable'],
])(
  'a database or a disk that fails with %s asks the caller to come back, and blames no input',
  (code, message) => {
    const cause = Object.assign(new Error(message), { code })
    expect(describeError(new Error('Failed query', { cause }), 'r1')).toMatchObject({
      status: 503,
      retryAfter: 2,
      body: { message: 'Service Unavailable' },
    })
  },
)

it('a ceiling of our own is a 429 that says so, and neither a fault of the vendor’s nor one to look up', () => {
  const advice =
    'Our limit of 3 calls to Market a day is used up until midnight (UTC). Known data stays available.'
  const error = new IntegrationError('Market gets no more calls today: 3 calls were made', {
    system: 'Market',
    operation: 'stay below the ceiling',
    kind: 'payment_required',
    vendorCode: OWN_CEILING,
    retryAfterMs: 3_599_001,
    advice,
  })
  expect(describeError(error, 'r1')).toMatchObject({
    status: 429,
    retryAfter: 3600,
    body: { statusCode: 429, code: 'tooMany', message: advice },
  })
})
