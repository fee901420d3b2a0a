import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/http/endpoint.ts'
import { OPERATIONS } from '../api.ts'
import { addRoutes } from './routes.ts'
import { refusalWith, writtenBy } from './written.ts'

const Person = z.object({ name: z.string(), leaves: z.string().nullable() })

const endpoints = {
  one: endpoint({
    method: 'POST',
    path: '/api/one',
    access: 'public',
    summary: 'One of them.',
    answer: Person,
    status: 201,
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/all',
    access: 'public',
    summary: 'All of them.',
    answer: z.array(Person),
  }),
}

test('an answer carries the fields that its endpoint names and no other, the first time and every time [ASVS 15.3.1]', async () => {
  const ada = { name: 'Ada', leaves: null, password_hash: 'secret' }
  const server = Fastify()
  server.register(multipart)
  addRoutes(
    server,
    endpoints,
    { one: async () => ada, all: async () => [ada, { ...ada, leaves: 'soon' }] },
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
  for (let time = 1; time <= 2; time++) {
    const one = await server.inject({ method: 'POST', url: '/api/one' })
    expect([one.statusCode, one.headers['content-type'], one.json()]).toEqual([
      201,
      'application/json; charset=utf-8',
      { name: 'Ada', leaves: null },
    ])
    expect((await server.inject('/api/all')).json()).toEqual([
      { name: 'Ada', leaves: null },
      { name: 'Ada', leaves: 'soon' },
    ])
  }
})

test('every answer and every refusal that the API names can be written, which no start waits for', async () => {
  const server = Fastify()
  let written = 0
  server.get('/', (_request, reply) => {
    for (const { endpoint } of OPERATIONS) {
      const refusals = Object.values(endpoint.refusals ?? {}).map(refusalWith)
      const answers = endpoint.answer && endpoint.download === undefined ? [endpoint.answer] : []
      for (const schema of [...answers, ...refusals]) {
        writtenBy(schema, reply)
        written += 1
      }
    }
    return reply.serializer(JSON.stringify).send('all')
  })
  expect((await server.inject('/')).statusCode).toBe(200)
  expect(written).toBeGreaterThan(OPERATIONS.length / 2)
})
