import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (path) => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8')
const promtool = (...args) => spawnSync('promtool', args, { encoding: 'utf8' })
const isMissing = promtool('--version').error !== undefined

const alerts = textOf('monitoring/alerts.yml')
const page = textOf('operating/monitoring.md')

/** Names in these texts that begin as ours do, without what Prometheus adds to those of histograms. */
const namesIn = (text) =>
  new Set(
    [...text.matchAll(/\bcopydesk_(\w+)/g)].map(([, name]) =>
      name.replace(/_seconds_(bucket|count|sum)$/, '_seconds'),
    ),
  )

test('alert rules and dashboard read metrics that the monitoring page describes', () => {
  const described = new Set([...page.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const read = new Set([...namesIn(alerts), ...namesIn(textOf('monitoring/dashboard.json'))])
  expect(read.size).toBeGreaterThan(10)
  expect([...read].filter((name) => !described.has(name))).toEqual([])
})

test('every alert has a section that says what to do', () => {
  const named = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(named.filter((name) => !page.includes(`### ${name}\n`))).toEqual([])
  const linked = [...alerts.matchAll(/runbook: docs\/operating\/monitoring\.md#(\w+)/g)].map(
    ([, anchor]) => anchor,
  )
  expect(linked).toEqual(named.map((name) => name.toLowerCase()))
})

test.skipIf(isMissing)('every alert fires on its fault, and none on a quiet server', () => {
  const { status, stderr, stdout } = promtool(
    ...['test', 'rules', new URL('../docs/monitoring/alerts.test.yml', import.meta.url).pathname],
  )
  expect(status, stdout + stderr).toBe(0)
})
