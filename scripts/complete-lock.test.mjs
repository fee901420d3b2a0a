import { describe, expect, it } from 'vitest'
import { completeLock, withoutIntegrity } from './complete-lock.mjs'

const makeLock = () => ({
  packages: {
    '': { dependencies: { bundler: '2.0.0' } },
    'node_modules/bundler': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@bundler/linux-x64-musl': '^2.0.0',
        '@bundler/darwin-arm64': '2.0.0',
        '@bundler/own': '2.0.0',
      },
    },
    'node_modules/@bundler/darwin-arm64': { version: '2.0.0', integrity: 'sha512-kept', optional: true },
    'node_modules/bundler/node_modules/@bundler/own': { version: '2.0.0', integrity: 'sha512-nested' },
  },
})

describe('completing a lock', () => {
  it('adds the missing packages of other platforms and keeps the existing ones', () => {
    const lock = makeLock()
    expect(completeLock(lock)).toEqual(['@bundler/linux-x64-musl'])
    const { 'node_modules/@bundler/linux-x64-musl': added, ...others } = lock.packages
    expect(added).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
    expect(others).toEqual(makeLock().packages)
  })

  it('changes nothing the second time', () => {
    const lock = makeLock()
    completeLock(lock)
    const once = JSON.stringify(lock)
    expect(completeLock(lock)).toEqual([])
    expect(JSON.stringify(lock)).toBe(once)
  })

  it('names packages that could not be verified after a download', () => {
    const lock = makeLock()
    expect(withoutIntegrity(lock)).toEqual(['bundler'])
    completeLock(lock)
    expect(withoutIntegrity(lock)).toEqual(['@bundler/linux-x64-musl', 'bundler'])
  })
})
