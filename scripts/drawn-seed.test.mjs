import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chanceOf, drawSeed } from './drawn-seed.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'copydesk-seed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...args) {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@desk.example']
  const { status, stderr } = spawnSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

function commit(text, message) {
  writeFileSync(path.join(folder, 'file'), text)
  git('add', 'file')
  git('commit', '--quiet', '--allow-empty', '-m', message)
}

it('the same sources draw the same seed in continuous integration, whatever their commit, and others another', () => {
  git('init', '--quiet')
  commit('one', 'first')
  const first = drawSeed(folder, true)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(Number.isInteger(first)).toBe(true)
  commit('one', 'said otherwise')
  expect(drawSeed(folder, true)).toBe(first)
  commit('two', 'changed')
  expect(drawSeed(folder, true)).not.toBe(first)
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
