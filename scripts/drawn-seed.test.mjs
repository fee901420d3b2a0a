import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chanceOf, drawSeed, orderOf, PROVEN_ORDERS } from './drawn-seed.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'copydesk-seed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...args) {
  const person = { GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@desk.example' }
  const committer = { GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@desk.example' }
  // Nothing of whoever runs the tests: no hook, no signature, no repository that the process stands in.
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', ...person, ...committer }
  const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', env })
  if (status !== 0) throw new Error(stderr)
}

function commit(file, text) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
  git('add', file)
  git('commit', '--quiet', '-m', text)
}

it('the same sources draw the same seed in continuous integration, whatever is written beside them, and others another', () => {
  git('init', '--quiet')
  commit('src/one.ts', 'one')
  const first = drawSeed(folder, true)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(Number.isInteger(first)).toBe(true)
  commit('README.md', 'words')
  expect(drawSeed(folder, true)).toBe(first)
  commit('src/one.ts', 'two')
  const second = drawSeed(folder, true)
  commit('e2e/one.spec.ts', 'one')
  expect(new Set([first, second, drawSeed(folder, true)]).size).toBe(3)
})

it('the clock draws at a desk, and where the sources have no history', () => {
  const before = Date.now()
  git('init', '--quiet')
  for (const seed of [drawSeed(folder, true), drawSeed(process.cwd(), false)]) {
    expect(seed).toBeGreaterThanOrEqual(before)
    expect(seed).toBeLessThanOrEqual(Date.now())
  }
})

it('of each thing a seed decides for itself, the same way every time', () => {
  const chances = ['day', 'zone', 'reader'].map((thing) => chanceOf(7, thing))
  expect(new Set(chances).size).toBe(3)
  for (const chance of chances) expect(chance).toBeGreaterThanOrEqual(0)
  for (const chance of chances) expect(chance).toBeLessThan(1)
  expect(chanceOf(7, 'day')).toBe(chances[0])
})

it('continuous integration takes one of the proven orders, each in its turn, and a desk any', () => {
  const seeds = PROVEN_ORDERS.map((_, place) => 4315 + place)
  expect(new Set(seeds.map((seed) => orderOf(seed, true)))).toEqual(new Set(PROVEN_ORDERS))
  expect(seeds.map((seed) => orderOf(seed, false))).toEqual(seeds)
})
