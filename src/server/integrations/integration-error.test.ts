import { expect, it } from 'vitest'
import { describeError } from '../http/error-replies.ts'
import { IntegrationError, kindOfStatus } from './integration-error.ts'

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

it.each([400, 401, 402, 403, 404, 409, 410, 418, 422])(
  "an outside system's %i is our 502, so it can neither sign anybody out nor pass for an answer of ours",
  (status) => {
    const { body, ...reply } = failed(status)
    expect(reply.status).toBe(502)
    expect(body).toMatchObject({
      code: 'vendor',
      message: 'Task board did not do what was asked. Reference: r1',
    })
  },
)

it.each([408, 429, 500, 502, 503, 504])("an outside system's %i asks the caller to try again", (status) => {
  expect(failed(status, { retryAfterMs: 1500 })).toEqual({
    status: 503,
    retryAfter: 2,
    body: {
      statusCode: 503,
      error: 'Service Unavailable',
      code: 'unavailable',
      message: 'Task board is not available at the moment. Please try again later.',
      requestId: 'r1',
    },
  })
})

it('an outside system that refuses connections is not taken for the database', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(failed(503, { cause }).body.message).toContain('Task board')
})
