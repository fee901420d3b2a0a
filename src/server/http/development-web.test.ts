import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addDevelopmentWeb } from './development-web.ts'

const TEMPORARY = join(import.meta.dirname, '../../../node_modules/.vite-temp')

test('the development server shows the app from its sources and writes no file that would restart it', async () => {
  await mkdir(TEMPORARY, { recursive: true })
  const written: (string | null)[] = []
  const watcher = watch(TEMPORARY, (_event, name) => written.push(name))
  const server = Fastify()
  await addDevelopmentWeb(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = server.listeningOrigin
  const page = await fetch(`${address}/keywords`)
  expect(page.headers.get('content-type')).toContain('text/html')
  // Hot reload of components comes from the configuration's plugins.
  expect(await page.text()).toMatch(/@react-refresh[\s\S]*src="\/src\/web\/main\.tsx/)
  const styles = await fetch(`${address}/@id/virtual:tokens.css`)
  expect(await styles.text()).toContain('--')
  expect((await fetch(`${address}/favicon.ico`, { redirect: 'manual' })).status).toBe(302)
  const nothing = await fetch(`${address}/api/nothing`)
  expect([nothing.status, await nothing.json()]).toMatchObject([404, { code: 'notFound' }])
  await server.close()
  watcher.close()
  expect(written.filter((name) => name?.startsWith('vite.config'))).toEqual([])
})
