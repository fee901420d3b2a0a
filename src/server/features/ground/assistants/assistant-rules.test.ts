import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Api } from '../../../testing/api.ts'
import { allowAssistants, createProgram, startApiForAssistants } from '../../../testing/oauth-client.ts'
import { buildProgram } from '../../../testing/programs.ts'

let api: Api
beforeAll(async () => {
  api = await startApiForAssistants()
})
afterAll(() => api.close())

it('while the rules allow no assistants, tokens don’t open the tools, and go on otherwise', async () => {
  const opm = await api.as('opm')
  const program = await buildProgram(api, opm.id)
  await allowAssistants(api, { assistants: 'off' })
  const { status, body } = await program.post('/api/mcp', {})
  expect([status, body.message]).toEqual([403, 'Your workspace doesn’t allow assistants.'])
  expect((await program.get('/api/articles')).status).toBe(200)
})

it('with tokens only, nothing can be connected by consent', async () => {
  await allowAssistants(api, { assistants: 'tokens', assistant_hosts: ['quill.example'] })
  expect((await createProgram(api).begin()).location).toContain('why=off')
  const off = await api.visitor.post('/oauth/token')
  const error_description = 'Assistants can’t connect by consent here.'
  expect([off.status, off.body]).toEqual([404, { error: 'invalid_request', error_description }])
  const headers415 = { 'content-type': 'no type' }
  const odd = await api.visitor.send({
    method: 'POST',
    url: '/oauth/token',
    payload: 'x',
    headers: headers415,
  })
  expect([odd.status, odd.body.error]).toEqual([415, 'invalid_request'])
  const { headers } = await api.visitor.post('/api/mcp', {})
  expect(headers['www-authenticate']).toBe('Bearer')
})

it('consent needs a host, and hosts are names', async () => {
  const none = await allowAssistants(api, { assistants: 'consent', assistant_hosts: [] })
  expect(none.body.validation.body.keys).toEqual(['assistant_hosts'])
  for (const host of ['https://claude.ai', 'claude', '127.0.0.1', 'claude.ai/x', '*.claude.ai'])
    expect((await allowAssistants(api, { assistants: 'consent', assistant_hosts: [host] })).status).toBe(400)
})

it('a change of the rules is written to the trail and shown in their history', async () => {
  await allowAssistants(api, { assistants: 'tokens', assistant_hosts: ['quill.example'] })
  const saved = await allowAssistants(api, {
    ...{ assistants: 'consent', assistant_hosts: ['Quill.example ', 'quill.example'] },
  })
  expect(saved.body.rules).toMatchObject({ assistants: 'consent', assistant_hosts: ['quill.example'] })
  expect(saved.body.history[0].changes).toEqual(['Assistants: with a token → with a token or by consent'])
})

it('who saves the rules without naming assistants changes nothing about them', async () => {
  const adm = await api.as('adm')
  const { rules, version } = (await adm.get('/api/sign-in-rules')).body
  const { assistants, assistant_hosts, ...others } = rules
  const { body } = await adm.put('/api/sign-in-rules', { ...others, sessions_at_once: 9, version })
  expect(body.rules).toMatchObject({ assistants, assistant_hosts, sessions_at_once: 9 })
})
