import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/http/endpoint.ts'
import { oldVersionOf } from '#shared/http/errors.ts'
import { AppError } from '../errors.ts'
import { addErrorReplies } from './error-replies.ts'
import { addRoutes } from './routes.ts'

const endpoints = {
  declared: endpoint({
    method: 'GET',
    path: '/api/declared',
    access: 'public',
    summary: 'Refuses with details.',
    refusals: { 409: oldVersionOf(z.object({ name: z.string() })) },
  }),
  silent: endpoint({ method: 'GET', path: '/api/silent', access: 'public', summary: 'Refuses without.' }),
}

function serve(details: unknown, checkAnswers = false) {
  const server = Fastify()
  addErrorReplies(server)
  server.register(multipart)
  const refuse = () => Promise.reject(new AppError('conflict', 'Too late.', { details }))
  addRoutes(
    server,
    endpoints,
    { declared: refuse, silent: refuse },
    {
      authenticate: async () => null,
      explainEnd: async () => '',
      requireStepUp: async () => {},
      checkAnswers,
      isLocalServer: false,
      isTls: false,
      runOnce: () => Promise.reject(new Error('Nothing here has a key.')),
      noteFile: () => Promise.reject(new Error('Nothing here is a file.')),
    },
  )
  return server
}

test('a refusal carries the details that its endpoint declares, and of those only the fields it names', async () => {
  const details = { current: { name: 'Ada', password_hash: 'secret' }, role: 'adm' }
  const server = serve(details)
  const refused = await server.inject('/api/declared')
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    409,
    'application/json; charset=utf-8',
  ])
  expect(refused.json()).toMatchObject({ code: 'conflict', message: 'Too late.', statusCode: 409 })
  expect(refused.json().details).toEqual({ current: { name: 'Ada' } })
  const silent = await server.inject('/api/silent')
  expect(silent.json()).toMatchObject({ code: 'conflict', message: 'Too late.' })
  expect(silent.json()).not.toHaveProperty('details')
})

test('a conflict without details is one, too; details of another shape are our own fault where answers are checked', async () => {
  expect((await serve(undefined, true).inject('/api/declared')).json().message).toBe('Too late.')
  const wrong = await serve({ current: { name: 7 } }, true).inject('/api/declared')
  expect(wrong.statusCode).toBe(500)
})
