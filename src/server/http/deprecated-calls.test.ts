import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/http/endpoint.ts'
import { describeApi } from './openapi.ts'
import { referencePage } from './reference-page.ts'
import { addRoutes } from './routes.ts'

const Answer = z.object({ done: z.boolean() })
const common = { method: 'GET', access: 'public', summary: 'A call.', answer: Answer } as const
const endpoints = {
  old: endpoint({ ...common, path: '/api/old', sunset: '2027-03-01' }),
  current: endpoint({ ...common, path: '/api/current' }),
}

function describeCalls() {
  const named = Object.entries(endpoints).map(([name, each]) => ({ id: `calls.${name}`, endpoint: each }))
  const texts = { nouns: { calls: 'Calls.' }, parameters: {}, refusals: {} }
  return describeApi({ endpoints: named, schemas: {}, texts, webhooks: {}, version: '1' })
}

test('a deprecated call says in its description and in its answer when it may be removed; others say nothing', async () => {
  const server = Fastify()
  server.register(multipart)
  const handler = async () => ({ done: true })
  addRoutes(
    server,
    endpoints,
    { old: handler, current: handler },
    {
      authenticate: async () => null,
      explainEnd: async () => '',
      requireStepUp: async () => {},
      checkAnswers: false,
      isLocalServer: false,
      isTls: false,
      runOnce: () => Promise.reject(new Error('Nothing here has a key.')),
      noteFile: () => Promise.reject(new Error('Nothing here is a file.')),
    },
  )
  const sent = [await server.inject('/api/old'), await server.inject('/api/current')]
  expect(sent.map(({ headers }) => headers.sunset)).toEqual(['Mon, 01 Mar 2027 00:00:00 GMT', undefined])

  const description = describeCalls()
  const [old, current] = ['/api/old', '/api/current'].map((path) => description.paths[path]?.get)
  expect(old).toMatchObject({
    deprecated: true,
    description: 'Deprecated; may be removed from 2027-03-01 on. Public.',
    responses: { 200: { headers: { Sunset: { schema: { type: 'string' } } } } },
  })
  expect(current?.deprecated).toBeUndefined()
  expect(referencePage(description).split('public, deprecated')).toHaveLength(2)
})
